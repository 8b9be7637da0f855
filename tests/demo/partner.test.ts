import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { request } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../server/ports.ts'
import type { RunningBackend } from '../../backend/main.ts'
import { startPartner } from '../../demo/partner/main.ts'
import { SERVICES } from '../../demo/partner/services.ts'
import { demoPlugIn } from '../../demo/plugIn.ts'
import { APP } from '../backend/browser.ts'
import { start } from '../backend/start.ts'

let backend: RunningBackend
let partner: Awaited<ReturnType<typeof startPartner>>
let secret = ''
let members: { key: string; login_id: string; password: string }[]

beforeAll(async () => {
  // The backend must know the partner's address before the partner starts.
  const port = await freePort()
  const partner_url = `http://localhost:${port}`
  backend = await start({ plugIn: demoPlugIn(partner_url), follow_changes: true })
  const known = new Map(backend.ctx.settings.clients.map((client) => [client.client_id, client]))
  const services = SERVICES.map((service) => {
    const { client_secret, webhook_secret = '' } = known.get(service.client_id) ?? {}
    if (service.key === 'a') secret = webhook_secret
    return { ...service, client_secret, webhook_secret }
  })
  partner = await startPartner({
    port,
    issuer: backend.url,
    backend_url: backend.url,
    account_url: `${APP}/account`,
    services,
  })
  members = (await (await fetch(`${partner.url}/members.json`)).json()) as typeof members
})
afterAll(async () => {
  await partner.close()
  await backend.close()
})

/** A browser without a screen: cookies by path, redirects followed one by one as far as `until`. */
function browser() {
  const jar = new Map<string, { value: string; path: string }>()
  async function ask(url: string, init: RequestInit = {}) {
    const { pathname } = new URL(url)
    const cookies = [...jar]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
    const headers = { ...(init.headers as Record<string, string>), cookie: cookies.join('; ') }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      const gone = value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)
      if (gone) jar.delete(name)
      else jar.set(name, { value, path: /path=([^;]+)/i.exec(line)?.[1] ?? '/' })
    }
    return response
  }
  async function go(start: string, until: string): Promise<{ url: string; response: Response | null }> {
    let url = start
    for (let hop = 0; hop < 10; hop += 1) {
      if (url.startsWith(until)) return { url, response: null }
      const response = await ask(url)
      const location = response.headers.get('location')
      if (!location) return { url, response }
      url = new URL(location, url).href
    }
    throw new Error('too many redirects')
  }
  const api = (path: string, body?: unknown) =>
    ask(`${backend.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { origin: APP, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return { ask, go, api }
}

type Welcome = { data: { modulus: string; exponent: string } }

/** Through the app's part of the journey: from /init/login to where it is told to go. */
async function signIn(client: ReturnType<typeof browser>, start: string, key: string): Promise<string> {
  const member = members.find((one) => one.key === key)
  const { url } = await client.go(start, APP)
  const query = new URL(url).searchParams
  const transaction = { transaction_id: query.get('transaction_id') ?? '', state: query.get('state') ?? '' }
  const init = await client.api(`/v1/init/login?${new URLSearchParams(transaction).toString()}`)
  const { modulus, exponent } = ((await init.json()) as Welcome).data
  const base64url = (hex: string) =>
    Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url')
  const publicKey = createPublicKey({
    key: { kty: 'RSA', n: base64url(modulus), e: base64url(exponent) },
    format: 'jwk',
  })
  const sealing = { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  const password = publicEncrypt(sealing, Buffer.from(member?.password ?? '')).toString('base64')
  const answer = await client.api('/v1/verify/pwd', {
    login_id: member?.login_id,
    password,
    ...transaction,
    stay_session: false,
  })
  return ((await answer.json()) as { data: { location: string } }).data.location
}

const home = async (client: ReturnType<typeof browser>) => (await client.ask(`${partner.url}/`)).text()

test('the page lists both services and every demo member, and allows no inline script or style', async () => {
  const response = await fetch(`${partner.url}/`)
  const page = await response.text()
  expect(response.headers.get('content-security-policy')).toMatch(
    /default-src 'none'; style-src 'self'; script-src 'self'/,
  )
  expect(page).not.toMatch(/style=|<style|onclick|<script>/)
  for (const name of ['Step Learning', '한걸음 러닝', '一步学堂', 'Group Academy']) expect(page).toContain(name)
  for (const { key, login_id } of members)
    expect(page.includes(`<strong>${key}</strong>`) && page.includes(login_id)).toBe(true)
})

test('the language of the sign-ins stays as it was chosen, and can be given back to the provider', async () => {
  const client = browser()
  const chosen = async (path: string) => {
    const page = await (await client.ask(`${partner.url}${path}`)).text()
    expect(page.includes('service=a&amp;ui_locales=ja"'), 'the links of the sign-ins ask for it').toBe(
      page.includes('>日本語</strong>'),
    )
    return /<strong lang="([\w-]+)" aria-current/.exec(page)?.[1]
  }
  expect(await chosen('/?ui_locales=ja')).toBe('ja')
  expect(await chosen('/')).toBe('ja')
  expect(await chosen('/?ui_locales=%3Cscript%3E')).toBe('ja')
  expect(await chosen('/?ui_locales=')).toBe('en')
  expect(await chosen('/')).toBe('en')
})

test('under another host name the partner shows nothing', async () => {
  const { port } = new URL(partner.url)
  for (const host of ['evil.test', `evil.test:${port}`, `127.0.0.1:${port}`, 'localhost'])
    for (const path of ['/', '/members.json']) {
      const status = await new Promise((resolve, reject) => {
        request({ host: '127.0.0.1', port, path, headers: { host } }, (answer) => resolve(answer.resume().statusCode))
          .on('error', reject)
          .end()
      })
      expect(status, `${host} ${path}`).toBe(421)
    }
})

test('a sign-in asks for what was wished, with PKCE, state and nonce', async () => {
  const response = await fetch(`${partner.url}/sign-in?service=b&prompt=create&login_hint=a%40b.c&ui_locales=en`, {
    redirect: 'manual',
  })
  const url = new URL(response.headers.get('location') ?? '')
  expect(url.origin).toBe(backend.url)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: 'service-b',
    redirect_uri: `${partner.url}/callback`,
    response_type: 'code',
    code_challenge_method: 'S256',
    prompt: 'create',
    login_hint: 'a@b.c',
    ui_locales: 'en',
  })
  expect(url.searchParams.has('acr_values')).toBe(false)
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(url.searchParams.get(name)?.length).toBeGreaterThan(40)
  expect(response.headers.getSetCookie()[0]).toMatch(/^partner-flow-.*HttpOnly; SameSite=Lax$/)
})

test('a sign-in with a proved phone asks for it, from the card of each service and from the list of members', async () => {
  const page = await (await fetch(`${partner.url}/`)).text()
  const links = [...page.matchAll(/href="(\/sign-in\?[^"]*acr_values=phone[^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  )
  const asked = await Promise.all(
    links.map(async (link) => {
      const response = await fetch(partner.url + link, { redirect: 'manual' })
      const { searchParams } = new URL(response.headers.get('location') ?? '')
      return ['client_id', 'acr_values', 'login_hint'].map((name) => searchParams.get(name))
    }),
  )
  expect(asked).toEqual([
    ['service-a', 'phone', null],
    ['service-b', 'phone', null],
    ['service-a', 'phone', 'step-up@demo.test'],
  ])
})

test('the whole journey: sign in at A, see the claims, sign out here, sign out everywhere', async () => {
  const client = browser()
  const location = await signIn(client, `${partner.url}/sign-in?service=a`, 'member')
  const back = await client.go(location, `${partner.url}/callback`)
  const done = await client.ask(back.url)
  expect(done.status).toBe(303)
  const page = await home(client)
  expect(page).toContain('Signed in at Step Learning')
  expect(page).toContain(`href="${APP}/account"`)
  expect(page).toContain(members.find(({ key }) => key === 'member')?.login_id)
  expect(page).toMatch(/<th scope="row">nonce<\/th>/)
  // As much as the members of the demo have agreed to.
  for (const claim of ['email', 'nickname', 'phone_number', 'marketing']) expect(page).toContain(`>${claim}<`)

  await client.ask(`${partner.url}/sign-out/local?service=a`, { method: 'POST' })
  expect(await home(client)).not.toContain('Signed in at')
  const silent = await client.go(`${partner.url}/sign-in?service=a&prompt=none`, `${partner.url}/callback`)
  await client.ask(silent.url)
  expect(await home(client)).toContain('Signed in at Step Learning')

  const out = await client.ask(`${partner.url}/sign-out?service=a`, { method: 'POST' })
  const end = new URL(out.headers.get('location') ?? '')
  expect(end.pathname).toBe('/oidc/logout')
  expect(end.searchParams.get('post_logout_redirect_uri')).toBe(`${partner.url}/`)
  expect((await client.ask(end.href)).status).toBe(200)
})

describe('what may happen to a member who is signed in', () => {
  const post = (client: ReturnType<typeof browser>, path: string) =>
    client.ask(`${partner.url}${path}`, { method: 'POST' })

  test.each([
    ['suspended', 'SUSPENDED_STATE'],
    ['incumbent', 'INCUMBENT_STATE'],
    ['no-permission', 'SERVICE_PERMISSIONS'],
    ['changed-elsewhere', 'CHANGED_PASSWORD'],
  ])('%s: Check session shows it, until the demo is made as new', async (like, matcher_type) => {
    const client = browser()
    const location = await signIn(client, `${partner.url}/sign-in?service=a`, 'member')
    await client.ask((await client.go(location, `${partner.url}/callback`)).url)
    const button = `action="/change?service=a&amp;like=${like}"`
    expect(await home(client)).toContain(button)
    // Sessions store their start in whole seconds, so wait for the next second.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 })
    onTestFinished(() => void vi.useRealTimers())
    const done = await post(client, `/change?service=a&like=${like}`)
    expect(await (await client.ask(new URL(done.headers.get('location') ?? '', partner.url).href)).text()).toContain(
      'Now press Check session.',
    )
    const { url } = await client.go(`${partner.url}/sign-in?service=a&prompt=session`, APP)
    expect(new URL(url).pathname).toBe('/init/session')
    const state = await client.api(`/v1/init/session${new URL(url).search}`)
    expect(await state.json()).toMatchObject({ data: { matcher_type } })

    expect((await post(client, '/reset')).status).toBe(303)
    expect(await home(client)).not.toContain('Signed in at')
    expect(await signIn(client, `${partner.url}/sign-in?service=a&prompt=login`, 'member')).toContain(backend.url)
  })

  test('nothing happens to other members', async () => {
    expect((await post(browser(), '/change?service=a&like=suspended')).status).toBe(409)
    expect((await post(browser(), '/change?service=a&like=admin')).status).toBe(403)
  })
})

test('a callback that was not begun in this browser is refused', async () => {
  const response = await fetch(`${partner.url}/callback?code=x&state=${'y'.repeat(43)}`)
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('was not begun in this browser')
})

test('only forms of the page itself sign anyone out or change anyone', async () => {
  for (const path of ['/sign-out', '/sign-out/local', '/change', '/reset']) {
    const headers = { 'sec-fetch-site': 'same-site' }
    const response = await fetch(`${partner.url}${path}?service=a&like=suspended`, {
      method: 'POST',
      headers,
      redirect: 'manual',
    })
    expect(response.status).toBe(403)
  }
})

test('a provider that does not answer shows a sentence (502)', async () => {
  const nobody = `http://localhost:${await freePort()}`
  const alone = await startPartner({
    port: 0,
    issuer: nobody,
    backend_url: nobody,
    account_url: nobody,
    services: SERVICES,
  })
  expect((await fetch(`${alone.url}/sign-in?service=a`)).status).toBe(502)
  expect(await (await fetch(alone.url)).text()).toContain('does not list demo members')
  expect((await fetch(`${alone.url}/members.json`)).status).toBe(502)
  await alone.close()
})

test.each(['service-a.svg', 'service-b.svg', 'banner-ko.svg', 'banner-en.svg', 'banner-zh.svg'])(
  '%s is a picture',
  async (name) => {
    const response = await fetch(`${partner.url}/brand/${name}`)
    expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(await response.text()).toMatch(/^<svg xmlns=[\s\S]+<\/svg>$/)
  },
)

describe('webhooks', () => {
  const body = JSON.stringify({
    type: 'member.stayed',
    timestamp: '2026-11-28T09:00:00.000Z',
    data: { sub: '<b>one</b>' },
  })
  const deliver = (id: string, key: string, service = 'a', at = new Date()) =>
    fetch(`${partner.url}/webhooks/${service}`, {
      method: 'POST',
      headers: {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(key).sign(id, at, body),
      },
      body,
    })
  const page = async () => (await fetch(`${partner.url}/`)).text()

  test('with a right signature are on the page, once each, and others are refused', async () => {
    expect((await deliver('msg_one', secret)).status).toBe(204)
    expect((await deliver('msg_one', secret)).status).toBe(204)
    expect((await deliver('msg_two', `whsec_${Buffer.from('x'.repeat(32)).toString('base64')}`)).status).toBe(400)
    expect((await deliver('msg_three', secret, 'b')).status).toBe(400)
    expect((await deliver('msg_four', secret, 'a', new Date(Date.now() - 600_000))).status).toBe(400)
    expect((await deliver('msg_five', secret, 'c')).status).toBe(404)
    const shown = await page()
    expect(shown.match(/msg_(one|two|three|four|five)/g)).toEqual(['msg_one'])
    expect(shown).toContain('&lt;b&gt;one&lt;/b&gt;')
  })

  test('of the backend come when a member has changed', async () => {
    const client = browser()
    await client.go(await signIn(client, `${partner.url}/sign-in?service=a`, 'member'), `${partner.url}/nowhere`)
    expect(await home(client)).toContain('Signed in at Step Learning')
    const member = members.find(({ key }) => key === 'member')
    await backend.ctx.db
      .updateTable('members')
      .set({ name: 'Another Name' })
      .where('login_id', '=', member?.login_id ?? '')
      .execute()
    await vi.waitFor(async () => expect(await page()).toMatch(/member\.updated[^]*Another Name/), { timeout: 20_000 })
  })
})
