// Status 431: the cookies of this site fill the header of every request. Node refuses it unread, so the language of the browser is unknown.
import { HTML_LANG, type Locale, LOCALES } from '../src/wire/locale.ts'
import { escapeHtml, type Page, pageOf, STYLE } from './plainPage.ts'

const WORDS: Record<Locale, { title: string; text: string }> = {
  ko: {
    title: '쿠키가 너무 많아 이 페이지를 열 수 없어요',
    text: '브라우저 설정에서 이 사이트의 쿠키를 지운 뒤, 이용하던 서비스에서 다시 시작해 주세요. 시크릿 창에서는 바로 열 수 있어요.',
  },
  en: {
    title: 'This page has too many cookies to open',
    text: 'Delete the cookies of this site in your browser’s settings, and then start again from the service you were using. A private window works at once.',
  },
  zh: {
    title: 'Cookie 过多，无法打开此页面',
    text: '请在浏览器设置中清除此网站的 Cookie，然后从您使用的服务重新开始。也可以直接使用无痕窗口。',
  },
  ja: {
    title: 'Cookieが多すぎるため、このページを開けません',
    text: 'ブラウザーの設定でこのサイトのCookieを削除し、ご利用のサービスからもう一度始めてください。シークレットウィンドウならすぐに開けます。',
  },
}

const section = (locale: Locale, heading: 'h1' | 'h2'): string => {
  const { title, text } = WORDS[locale]
  return `<section lang="${HTML_LANG[locale]}"><${heading}>${escapeHtml(title)}</${heading}><p>${escapeHtml(text)}</p></section>`
}

/** What happened and what to do, in every language. */
export const headersTooLarge: Page = pageOf({
  lang: HTML_LANG.ko,
  title: WORDS.ko.title,
  style: STYLE,
  body: LOCALES.map((locale, place) => section(locale, place === 0 ? 'h1' : 'h2')).join(''),
})
