// Security D13: the page on which a member sees which services may learn of them, and withdraws a consent. The session of this
// browser tells who asks.
import { Hono, type Context } from 'hono'
import type { Provider } from 'oidc-provider'
import * as z from 'zod/mini'
import type { Ctx } from '../context.ts'
import { claimsOf } from '../domain/sessions/claims.ts'
import { connectedServices, withdraw, type Connected } from '../domain/sessions/connected.ts'
import { refuse } from '../domain/refusal.ts'
import { nameOf } from '../domain/sessions/serviceName.ts'
import { callLocale } from '../http/callLocale.ts'
import { clientIp } from '../http/clientIp.ts'
import { html, plainPage } from '../../server/page.ts'
import { say } from '../../server/texts.ts'
import { sendPage } from '../page.ts'
import { memberHere } from '../oidc/session.ts'

const Form = z.object({ client_id: z.string().check(z.maxLength(64)) })

export function connectedRoutes(ctx: Ctx, provider: Provider): Hono {
  const app = new Hono()

  async function show(c: Context, member_id: string | null, isDone = false) {
    const locale = callLocale(c)
    if (member_id === null) {
      const text = html`<p>${say(locale, 'connected.signIn')}</p>`
      return sendPage(c, plainPage(locale, say(locale, 'connected.nobody'), text))
    }
    const services = await connectedServices(ctx, member_id)
    const part = (service: Connected, at: number) => {
      const claims = claimsOf(service.scopes).map((claim) => say(locale, `connected.${claim}`))
      return html`<h2 id="s${at}">${nameOf(service, locale)}</h2>
        <p>${claims.join(' · ')}</p>
        <form method="post">
          <button name="client_id" value="${service.client_id}" aria-describedby="s${at}">
            ${say(locale, 'connected.withdraw')}
          </button>
        </form>`
    }
    const body = html`${isDone ? html`<p role="status">${say(locale, 'connected.done')}</p>` : ''}
      <p>${say(locale, 'connected.text')}</p>
      ${services.length > 0 ? services.map(part) : html`<p>${say(locale, 'connected.none')}</p>`}`
    return sendPage(c, plainPage(locale, say(locale, 'connected.title'), body, { form: [] }))
  }

  app.get('/connected-services', async (c) => show(c, await memberHere(c, ctx, provider)))
  app.post('/connected-services', async (c) => {
    const member_id = await memberHere(c, ctx, provider)
    const form = Form.safeParse(await c.req.parseBody().catch(() => null))
    if (!form.success) throw refuse(400, 'BAD_REQUEST', undefined, 'client_id')
    const isDone = member_id !== null && (await withdraw(ctx, member_id, form.data.client_id, clientIp(c, ctx)))
    return show(c, member_id, isDone)
  })
  return app
}
