// The page for a person whose network has begun too many visits: what to do, and when. It loads itself again as soon as that helps.
import type { Locale } from '../../contract/locale.ts'
import { html, plainPage, type Page } from '../../server/page.ts'
import { say } from '../../server/texts.ts'

export const busyPage = (locale: Locale, seconds: number, product?: string): Page =>
  plainPage(locale, say(locale, 'busy.title'), html`<p>${say(locale, 'busy.text', { seconds })}</p>`, {
    product,
    head: html`<meta http-equiv="refresh" content="${seconds}" />`,
  })
