// Security A16: the page behind the link "this was not me". A mail scanner opens links, so only the button acts.
import { Hono, type Context } from 'hono'
import type { Ctx } from '../context.ts'
import { answerNotMe, isNoticeOpen } from '../domain/notices/notices.ts'
import { clientIp } from '../http/clientIp.ts'
import { callLocale } from '../http/callLocale.ts'
import { html, plainPage } from '../../server/page.ts'
import { say } from '../../server/texts.ts'
import { passwordLink, sendPage } from '../page.ts'

/**
 * Where the member starts the reset: OpenID Connect Core §4 lets a service name the address that begins a sign-in there.
 * The query `prompt=password` asks for the reset; a service that ignores it shows the sign-in form, which has a link to the reset.
 */
function resetAddress({ settings, clients }: Ctx, client_id: string | null): string | null {
  const client = clients.find((one) => one.client_id === client_id)
  if (!client) return null
  if (!client.initiate_login_uri) return new URL('/', client.redirect_uris[0]).href
  const url = new URL(client.initiate_login_uri)
  url.searchParams.set('prompt', 'password')
  url.searchParams.set('iss', settings.url)
  return url.href
}

export function notMeRoutes(ctx: Ctx): Hono {
  const app = new Hono()
  const gone = (c: Context) => {
    const locale = callLocale(c)
    const body = html`<p>${say(locale, 'notMe.tooLate')}</p>
      ${passwordLink(ctx, locale)}`
    return sendPage(c, plainPage(locale, say(locale, 'notMe.gone'), body))
  }
  app.get('/not-me/:secret', async (c) => {
    if (!(await isNoticeOpen(ctx, c.req.param('secret')))) return gone(c)
    const locale = callLocale(c)
    const body = html`<p>${say(locale, 'notMe.why')}</p>
      <form method="post"><button value="1">${say(locale, 'notMe.end')}</button></form>`
    return sendPage(c, plainPage(locale, say(locale, 'notMe.ask'), body, { form: [] }))
  })
  app.post('/not-me/:secret', async (c) => {
    const done = await answerNotMe(ctx, c.req.param('secret'), clientIp(c, ctx))
    if (!done) return gone(c)
    const locale = callLocale(c)
    const address = resetAddress(ctx, done.client_id)
    const link = address === null ? '' : html`<p><a href="${address}">${say(locale, 'notMe.reset')}</a></p>`
    const body = html`<p>${say(locale, 'notMe.next')}</p>
      ${link}`
    return sendPage(c, plainPage(locale, say(locale, 'notMe.done'), body))
  })
  return app
}
