// Every e-mail and SMS that the backend can send, with sample values, in each language: for a developer who changes a text.
import { Hono } from 'hono'
import {
  codeEmail,
  codeSms,
  decisionEmail,
  leftEmail,
  delayEmail,
  delaySms,
  type Mail,
  noticeEmail,
  noticeSms,
} from '../../backend/domain/notices/messageTexts.ts'
import { howOf, type Kind, KINDS } from '../../backend/domain/notices/noticeKinds.ts'
import { sendReading } from '../../backend/page.ts'
import { html } from '../../server/page.ts'
import { HTML_LANG, type Locale, LOCALES } from '../../contract/locale.ts'

const URL_OF_SAMPLES = 'https://id.example.com'
const PLACES = {
  from: 'Step Learning',
  page: `${URL_OF_SAMPLES}/account/services`,
  account: `${URL_OF_SAMPLES}/account`,
  day: '12 December 2026',
  contact: 'help@example.com',
  service: 'Step Learning',
}

type Row = { name: string; text: (locale: Locale) => string }

const mail = (name: string, of: (locale: Locale) => Mail): Row => ({
  name: `${name}, e-mail`,
  text: (locale) => {
    const { subject, text } = of(locale)
    return `${subject}\n\n${text}`
  },
})
const sms = (name: string, text: Row['text']): Row => ({ name: `${name}, SMS`, text })

const noticeRows = (kind: Kind): Row[] => {
  const how = howOf(kind)
  const places = { ...PLACES, ...(how.link && { link: `${URL_OF_SAMPLES}/not-me/sample` }) }
  const byMail = mail(`Notice: ${kind}`, (locale) => noticeEmail(kind, locale, places))
  return how.sms ? [byMail, sms(`Notice: ${kind}`, (locale) => noticeSms(kind, locale, PLACES))] : [byMail]
}

const ROWS: Row[] = [
  sms('Code', (locale) => codeSms('Step Learning', '123456', 'JOIN', locale, URL_OF_SAMPLES)),
  sms('Code of a search for an ID', (locale) =>
    codeSms('Step Learning', '123456', 'SEARCH_IDS', locale, URL_OF_SAMPLES),
  ),
  mail('Code', (locale) => codeEmail('Step Learning', '123456', locale)),
  mail('Changed phone', (locale) =>
    noticeEmail('phone', locale, { ...PLACES, undo: `${URL_OF_SAMPLES}/change-undo/sample` }),
  ),
  sms('Changed phone', (locale) =>
    noticeSms('phone', locale, { ...PLACES, undo: `${URL_OF_SAMPLES}/change-undo/sample` }),
  ),
  mail('Delayed reset', (locale) => delayEmail('Step Learning', locale, `${URL_OF_SAMPLES}/reset-cancel/sample`)),
  sms('Delayed reset', (locale) => delaySms('Step Learning', locale, `${URL_OF_SAMPLES}/reset-cancel/sample`)),
  mail('Join: approved', (locale) => decisionEmail('Step Learning', 'approved', locale)),
  mail('Join: not approved', (locale) => decisionEmail('Step Learning', 'unapproved', locale)),
  mail('Account deleted', (locale) => leftEmail('Step Learning', locale)),
  ...(Object.keys(KINDS) as Kind[]).flatMap(noticeRows),
]

export function messagePreviewRoutes(): Hono {
  const app = new Hono()
  app.get('/messages', (c) => {
    const body = html`
      <h1>Messages</h1>
      <p class="soft">
        Every e-mail and SMS that the backend can send, with sample values. The texts are in <code>locales/</code>.
      </p>
      ${ROWS.map(
        ({ name, text }) => html`
          <h2>${name}</h2>
          <ul class="list">
            ${LOCALES.map((locale) => html`<li lang="${HTML_LANG[locale]}"><pre>${text(locale)}</pre></li>`)}
          </ul>
        `,
      )}
    `
    return sendReading(c, { lang: 'en', title: 'Messages', body })
  })
  return app
}
