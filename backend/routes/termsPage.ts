// Spec §7, terms links: how a terms text is laid out as a page.
import { html, type Markup } from '../../server/page.ts'
import type { TermsText } from '../domain/terms/terms.ts'

const LANGUAGES = [
  ['KR', '한국어', 'ko'],
  ['EN', 'English', 'en'],
  ['CN', '中文', 'zh-Hans'],
] as const

export function termsBody(text: TermsText, path: string): Markup {
  const links = LANGUAGES.map(([code, name, lang]) =>
    lang === text.lang
      ? html`<strong lang="${lang}">${name}</strong> `
      : html`<a href="${path}?language=${code}" lang="${lang}" hreflang="${lang}">${name}</a> `,
  )
  return html`
    <h1>${text.title}</h1>
    <p class="soft">${text.note}</p>
    <p class="soft">${links}</p>
    ${text.sections.map(
      ([heading, paragraph]) => html`
        <h2>${heading}</h2>
        <p>${paragraph}</p>
      `,
    )}
  `
}
