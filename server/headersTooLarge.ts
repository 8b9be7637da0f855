// Status 431: the cookies of this site fill the header of every request. Node refuses it unread, so the language of the browser is unknown.
import { HTML_LANG, type Locale, LOCALES } from '../contract/locale.ts'
import { brand, html, type Page, pageOf } from './page.ts'
import { say } from './texts.ts'

const section = (locale: Locale, place: number) => {
  const title = say(locale, 'cookies.title')
  const heading = place === 0 ? html`<h1>${title}</h1>` : html`<h2>${title}</h2>`
  return html`<section lang="${HTML_LANG[locale]}">
    ${heading}
    <p>${say(locale, 'cookies.text')}</p>
  </section>`
}

/** What happened and what to do, in every language. @param names of the product: the page has each once */
export const headersTooLargeAt = (names: Readonly<Record<Locale, string>>): Page =>
  pageOf({
    lang: HTML_LANG.ko,
    title: `${say('ko', 'cookies.title')} – ${names.ko}`,
    shape: 'card',
    body: html`${brand([...new Set(LOCALES.map((locale) => names[locale]))].join(' · '))}${LOCALES.map(section)}`,
  })

const usual = Object.fromEntries(LOCALES.map((locale) => [locale, say(locale, 'code.platform')]))
export const headersTooLarge = headersTooLargeAt(usual as Record<Locale, string>)
