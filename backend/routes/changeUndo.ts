// Security A16: the page behind the link that undoes a changed phone or address. A mail scanner opens links, so only the button acts.
import { Hono, type Context } from 'hono'
import { contactLink } from '../../contract/contactLink.ts'
import type { Ctx } from '../context.ts'
import { mayUndo, undoChange } from '../domain/account/undoChange.ts'
import { callLocale } from '../http/callLocale.ts'
import { clientIp } from '../http/clientIp.ts'
import { html, plainPage } from '../../server/page.ts'
import { say } from '../../server/texts.ts'
import { sendPage } from '../page.ts'

export function changeUndoRoutes(ctx: Ctx): Hono {
  const app = new Hono()
  const gone = (c: Context) => {
    const locale = callLocale(c)
    const contact = ctx.settings.support_contact
    const href = contactLink(contact)
    const body = html`<p>${say(locale, 'changeUndo.tooLate')}</p>
      ${contact && html`<p>${href === null ? contact : html`<a href="${href}">${contact}</a>`}</p>`}`
    return sendPage(c, plainPage(locale, say(locale, 'changeUndo.gone'), body))
  }
  app.get('/change-undo/:secret', async (c) => {
    const channel = await mayUndo(ctx, c.req.param('secret'))
    if (!channel) return gone(c)
    const locale = callLocale(c)
    const body = html`<p>${say(locale, 'changeUndo.why')}</p>
      <form method="post"><button value="1">${say(locale, 'changeUndo.undo')}</button></form>`
    return sendPage(c, plainPage(locale, say(locale, `changeUndo.ask.${channel}`), body, { form: [] }))
  })
  app.post('/change-undo/:secret', async (c) => {
    const channel = await undoChange(ctx, c.req.param('secret'), clientIp(c, ctx))
    if (!channel) return gone(c)
    const locale = callLocale(c)
    // The account's page begins a sign-in, from which a protected member comes to the reset.
    const body = html`<p>${say(locale, 'changeUndo.next')}</p>
      <p><a href="${ctx.settings.app_origin}/account">${say(locale, 'notMe.reset')}</a></p>`
    return sendPage(c, plainPage(locale, say(locale, `changeUndo.done.${channel}`), body))
  })
  return app
}
