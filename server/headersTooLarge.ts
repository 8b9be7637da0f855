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

/** The product's name in each script, once. */
const product = [...new Set(LOCALES.map((locale) => say(locale, 'code.platform')))].join(' · ')

/** What happened and what to do, in every language. */
export const headersTooLarge: Page = pageOf({
  lang: HTML_LANG.ko,
  title: `${say('ko', 'cookies.title')} – ${say('ko', 'code.platform')}`,
  shape: 'card',
  body: html`${brand(product)}${LOCALES.map(section)}`,
})
