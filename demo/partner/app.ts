// The partner's routes: its page, the sign-in and back, and the pictures of its services.
import { readFileSync } from 'node:fs'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { BRAND } from './brand.ts'
import { changeNamed } from './changes.ts'
import { changeMember, fetchMembers, resetMembers } from './members.ts'
import { partnerPage } from './page.ts'
import type { View } from './view.ts'
import { isServiceKey, type PartnerService, type ServiceKey } from './services.ts'
import { createSessions } from './sessions.ts'
import { asTrouble, createClient, type Client } from './signIn.ts'
import { createWebhooks } from './webhooks.ts'

type PartnerOptions = {
  base: string
  issuer: string
  backend_url: string
  account_url: string
  services: readonly PartnerService[]
}

/** Of a logout token, and of a webhook. */
const MOST_BYTES = 16_384
const PROMPTS = ['none', 'login', 'session', 'create', 'password', 'consent', 'select_account']
const LOCALE = /^[a-zA-Z-]{2,10}( [a-zA-Z-]{2,10}){0,4}$/
const file = (name: string) => readFileSync(new URL(`./static/${name}`, import.meta.url), 'utf8')

export function partnerApp({ base, issuer, backend_url, account_url, services }: PartnerOptions): Hono {
  const app = new Hono()
  const sessions = createSessions(base.startsWith('https:'))
  const clients = new Map<string, Client>(services.map((service) => [service.key, createClient(issuer, base, service)]))
  const webhooks = createWebhooks()
  const style = file('partner.css')
  const script = file('copy.js')

  // A form's target may redirect to the provider when it signs out; browsers hold redirects to this policy too.
  const policy = `default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self' ${new URL(issuer).origin}; frame-ancestors 'none'`
  // A page elsewhere can point its own name here, and would then read what only this machine may see.
  const { host } = new URL(base)
  app.use(async (c, next) => {
    if (c.req.header('host')?.toLowerCase() !== host) return c.text(`Misdirected Request: this is ${base}`, 421)
    await next()
    c.header('content-security-policy', policy)
    c.header('referrer-policy', 'no-referrer')
    c.header('x-content-type-options', 'nosniff')
    c.header('x-frame-options', 'DENY')
    if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
    return undefined
  })
  // The list of members is long, and people try the demonstration on phones.
  app.use(compress())

  /** The language that was just chosen, '' for the provider's choice. Undefined: none was. */
  const chosenLanguage = (c: Context): string | undefined => {
    const asked = c.req.query('ui_locales')
    return asked === undefined || asked === '' || LOCALE.test(asked) ? asked : undefined
  }

  async function show(c: Context, trouble: View['trouble'], status: 200 | 400 | 502 = 200) {
    const ui_locales = await sessions.language(c, chosenLanguage(c))
    const seen = await Promise.all(
      services.map(async (service) => {
        const session = await sessions.read(c, service.key)
        return { service, session, webhooks: webhooks.of(service.key) }
      }),
    )
    const members = await fetchMembers(backend_url)
    const change = changeNamed(c.req.query('changed'))
    const changed = change && { name: change.name, service: c.req.query('service') }
    const view = { services: seen, members, backend_url, account_url, ui_locales, changed, trouble }
    return c.html(partnerPage(view), status)
  }

  const clientOf = (key: string | undefined): { key: ServiceKey; client: Client } | null => {
    const client = isServiceKey(key) && clients.get(key)
    return client ? { key: client.service.key, client } : null
  }

  app.get('/', (c) => show(c, null))

  app.get('/sign-in', async (c) => {
    const { service = 'a', login_hint, ui_locales, max_age, acr_values, invitation } = c.req.query()
    const prompt = c.req.query('prompt') ?? (invitation && 'create')
    const found = clientOf(service)
    if (!found) return c.text('No such service: use ?service=a or ?service=b', 404)
    if (prompt && !PROMPTS.includes(prompt)) return c.text(`No such prompt: use one of ${PROMPTS.join(', ')}`, 400)
    try {
      const { url, flow } = await found.client.begin({
        prompt,
        login_hint,
        ui_locales,
        max_age,
        acr_values,
        invitation,
      })
      await sessions.remember(c, flow)
      return c.redirect(url.href, 303)
    } catch (error) {
      return show(c, { ...asTrouble(error), service: found.client.service.name_en }, 502)
    }
  })

  app.get('/callback', async (c) => {
    const flow = await sessions.recall(c, c.req.query('state') ?? '')
    const found = clientOf(flow?.service)
    if (!flow || !found) {
      const description = 'This sign-in was not begun in this browser, or too long ago. Please begin again.'
      return show(c, { error: 'unknown_state', description, service: '' }, 400)
    }
    const answer = new URL(c.req.url)
    const session = await found.client.finish(new URL(`${base}/callback${answer.search}`), flow)
    if ('error' in session) return show(c, { ...session, service: found.client.service.name_en })
    await sessions.start(c, found.key, session)
    return c.redirect('/', 303)
  })

  /** Only forms of this very page may change something. */
  const ownForm = (c: Context) => (c.req.header('sec-fetch-site') ?? 'same-origin') === 'same-origin'

  app.post('/sign-out', async (c) => {
    const found = clientOf(c.req.query('service'))
    if (!found || !ownForm(c)) return c.text('Forbidden', 403)
    const session = await sessions.read(c, found.key)
    await sessions.end(c, found.key)
    if (!session) return c.redirect('/', 303)
    try {
      return c.redirect((await found.client.endUrl(session.id_token)).href, 303)
    } catch (error) {
      return show(c, { ...asTrouble(error), service: found.client.service.name_en }, 502)
    }
  })

  app.post('/sign-out/local', async (c) => {
    const found = clientOf(c.req.query('service'))
    if (!found || !ownForm(c)) return c.text('Forbidden', 403)
    await sessions.end(c, found.key)
    return c.redirect('/', 303)
  })

  // From server to server: no browser is there, and what counts is the token.
  app.post('/backchannel-logout/:service', bodyLimit({ maxSize: MOST_BYTES }), async (c) => {
    const found = clientOf(c.req.param('service'))
    if (!found) return c.notFound()
    try {
      const { logout_token } = await c.req.parseBody()
      sessions.endNamed(await found.client.ended(typeof logout_token === 'string' ? logout_token : ''))
      return c.body(null, 200)
    } catch {
      return c.json({ error: 'invalid_request', error_description: 'not a logout token for this service' }, 400)
    }
  })

  app.post('/webhooks/:service', bodyLimit({ maxSize: MOST_BYTES }), async (c) => {
    const found = clientOf(c.req.param('service'))
    const secret = found?.client.service.webhook_secret
    if (!found || !secret) return c.notFound()
    try {
      webhooks.take(found.key, secret, await c.req.text(), c.req.header())
      return c.body(null, 204)
    } catch {
      return c.json({ error: 'invalid_request', error_description: 'not a webhook for this service' }, 400)
    }
  })

  app.post('/change', async (c) => {
    const found = clientOf(c.req.query('service'))
    const change = changeNamed(c.req.query('like'))
    if (!found || !change || !ownForm(c)) return c.text('Forbidden', 403)
    const email = (await sessions.read(c, found.key))?.userinfo.email
    if (typeof email === 'string' && (await changeMember(backend_url, email, change.like)))
      return c.redirect(`/?service=${found.key}&changed=${change.like}#service-${found.key}`, 303)
    return c.text('No demo member is signed in here', 409)
  })

  app.post('/reset', async (c) => {
    if (!ownForm(c)) return c.text('Forbidden', 403)
    if (!(await resetMembers(backend_url))) return c.text('The backend does not answer', 502)
    for (const { key } of services) await sessions.end(c, key)
    webhooks.clear()
    return c.redirect('/', 303)
  })

  app.get('/members.json', async (c) => {
    const members = await fetchMembers(backend_url)
    return members ? c.json(members) : c.json({ error: 'the backend lists no demo members' }, 502)
  })

  app.get('/brand/:name', (c) => {
    const picture = BRAND.get(c.req.param('name'))
    if (picture === undefined) return c.notFound()
    c.header('cache-control', 'public, max-age=3600')
    // Other sites of the demo show these pictures.
    c.header('cross-origin-resource-policy', 'cross-origin')
    return c.body(picture, 200, { 'content-type': 'image/svg+xml; charset=utf-8' })
  })
  app.get('/partner.css', (c) => c.body(style, 200, { 'content-type': 'text/css; charset=utf-8' }))
  app.get('/copy.js', (c) => c.body(script, 200, { 'content-type': 'text/javascript; charset=utf-8' }))
  return app
}
