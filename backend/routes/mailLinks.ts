// Security A11, A16: the pages behind the links of security mails. A mail scanner opens links, so only the button acts.
import { Hono, type Context } from 'hono'
import { contactLink } from '../../contract/contactLink.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Ctx } from '../context.ts'
import { mayUndo, undoChange } from '../domain/account/undoChange.ts'
import { answerNotMe, isNoticeOpen } from '../domain/notices/notices.ts'
import { cancelReset, mayCancel } from '../domain/recovery/delayedReset.ts'
import { callLocale } from '../http/callLocale.ts'
import { clientIp } from '../http/clientIp.ts'
import { html, plainPage, type Markup } from '../../server/page.ts'
import { say, type TextKey } from '../../server/texts.ts'
import { sendPage } from '../page.ts'
import { accountSignIn } from '../oidc/accountSignIn.ts'

/** A page: its texts, and a button that does what the link is for, or else what the member can do next. */
type Said = { title: TextKey; text: TextKey; button?: TextKey; next?: (locale: Locale) => Markup | '' }

type Link = {
  /** Asks. Null: the link was used, or is too old. */
  ask: (secret: string) => Promise<Said | null>
  /** Does it. Null as in `ask`. */
  act: (secret: string, ip: string) => Promise<Said | null>
  gone: Said
}

function show({ settings }: Ctx, c: Context, { title, text, button, next }: Said): Response {
  const locale = callLocale(c)
  const form = button && html`<form method="post"><button value="1">${say(locale, button)}</button></form>`
  const body = html`<p>${say(locale, text)}</p>
    ${form ?? next?.(locale)}`
  return sendPage(
    c,
    plainPage(locale, say(locale, title), body, { form: button ? [] : null, product: settings.platform[locale] }),
  )
}

const linkTo = (href: string, text: TextKey) => (locale: Locale) =>
  html`<a class="button" href="${href}">${say(locale, text)}</a>`

export function mailLinkRoutes(ctx: Ctx): Hono {
  const app = new Hono()
  const { app_origin, support_contact: contact } = ctx.settings
  // The account asks for the sign-in first.
  const toPassword = linkTo(`${app_origin}/account/security`, 'notMe.change')
  // It leads back to the account, whichever service the mail was about, so it works for each of them.
  const toReset = (locale: Locale) =>
    linkTo(accountSignIn(ctx, { return_to: '/account', prompt: 'password' }, locale), 'notMe.reset')(locale)
  const toSupport = () => {
    const href = contactLink(contact)
    return contact && html`<p>${href === null ? contact : html`<a href="${href}">${contact}</a>`}</p>`
  }
  const links: Readonly<Record<string, Link>> = {
    'reset-cancel': {
      ask: async (secret) =>
        (await mayCancel(ctx, secret))
          ? { title: 'resetCancel.ask', text: 'resetCancel.why', button: 'resetCancel.cancel' }
          : null,
      act: async (secret, ip) =>
        (await cancelReset(ctx, secret, ip))
          ? { title: 'resetCancel.done', text: 'resetCancel.kept', next: toPassword }
          : null,
      gone: { title: 'resetCancel.gone', text: 'resetCancel.tooLate', next: toPassword },
    },
    'change-undo': {
      async ask(secret) {
        const what = await mayUndo(ctx, secret)
        return what && { title: `changeUndo.ask.${what}`, text: 'changeUndo.why', button: 'changeUndo.undo' }
      },
      async act(secret, ip) {
        const what = await undoChange(ctx, secret, ip)
        return what && { title: `changeUndo.done.${what}`, text: 'changeUndo.next', next: toReset }
      },
      gone: { title: 'changeUndo.gone', text: 'changeUndo.tooLate', next: toSupport },
    },
    'not-me': {
      ask: async (secret) =>
        (await isNoticeOpen(ctx, secret)) ? { title: 'notMe.ask', text: 'notMe.why', button: 'notMe.end' } : null,
      async act(secret, ip) {
        return (await answerNotMe(ctx, secret, ip)) ? { title: 'notMe.done', text: 'notMe.next', next: toReset } : null
      },
      gone: { title: 'notMe.gone', text: 'notMe.tooLate', next: toPassword },
    },
  }
  for (const [path, { ask, act, gone }] of Object.entries(links)) {
    app.get(`/${path}/:secret`, async (c) => show(ctx, c, (await ask(c.req.param('secret'))) ?? gone))
    app.post(`/${path}/:secret`, async (c) =>
      show(ctx, c, (await act(c.req.param('secret'), clientIp(c, ctx))) ?? gone),
    )
  }
  return app
}
