// Screens, "The embedded backend": the outbox as a page for a developer and as JSON for scripts. Loopback only (Security A14).
import { Hono, type Context } from 'hono'
import { html } from '../../server/page.ts'
import * as z from 'zod/mini'
import type { Ctx } from '../../backend/context.ts'
import { isInside, LOOPBACK } from '../../backend/domain/limits/networks.ts'
import { clientIp } from '../../backend/http/clientIp.ts'
import { refuse } from '../../backend/domain/refusal.ts'
import { parseQuery } from '../../backend/http/envelope.ts'
import { messages, type Message } from '../../backend/outbox.ts'
import { sendReading } from '../../backend/page.ts'

const OutboxQuery = z.object({ to: z.optional(z.string().check(z.maxLength(254))) })
/** @throws Refused 404: from anywhere but this machine there is no outbox. The host is compared because a page elsewhere can point its own name here. */
function mustBeLocal(c: Context, ctx: Ctx): void {
  const local = isInside(clientIp(c, ctx), LOOPBACK) && new URL(c.req.url).host === new URL(ctx.settings.url).host
  if (!local) throw refuse(404, 'NOT_FOUND')
}

const item = ({ kind, to, text, at }: Message) => html`
  <li>
    <div class="row">
      <strong>${kind === 'sms' ? 'SMS' : 'E-mail'} to ${to}</strong>
      <time class="soft" datetime="${at}">${at.slice(0, 19).replace('T', ' ')} UTC</time>
    </div>
    <pre>${text}</pre>
  </li>
`

export function outboxRoutes(ctx: Ctx): Hono {
  const app = new Hono()
  app.get('/outbox.json', async (c) => {
    mustBeLocal(c, ctx)
    c.header('cache-control', 'no-store')
    return c.json(await messages(ctx, parseQuery(c, OutboxQuery).to))
  })
  // The address that a start prints.
  app.get('/', (c) => {
    mustBeLocal(c, ctx)
    return c.redirect('/outbox')
  })
  app.get('/outbox', async (c) => {
    mustBeLocal(c, ctx)
    const { to } = parseQuery(c, OutboxQuery)
    const list = await messages(ctx, to)
    const body = html`
      <h1>Outbox</h1>
      <p class="soft">
        What the backend sent${to === undefined ? '' : ` to ${to}`}, newest first. This page looks again every five
        seconds.
        <a href="/messages">All messages there are</a> ${to === undefined ? '' : html`<a href="/outbox">Show all</a>`}
      </p>
      ${
        list.length === 0
          ? html`<p>Nothing has been sent yet.</p>`
          : html`<ul class="list">
              ${list.map(item)}
            </ul>`
      }
    `
    const head = html`<meta http-equiv="refresh" content="5" />`
    return sendReading(c, { lang: 'en', title: 'Outbox', body, head })
  })
  return app
}
