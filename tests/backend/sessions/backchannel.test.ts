// Security O12: the issuer tells a service in a server-to-server call that a session has ended. The service accepts only a valid logout token.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { createLocalJWKSet, decodeJwt, importJWK, jwtVerify, SignJWT, type JWK } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { allowReset } from '../../../backend/domain/recovery/recovery.ts'
import type { RunningBackend } from '../../../backend/main.ts'
import { startPartner } from '../../../demo/partner/main.ts'
import { SERVICES } from '../../../demo/partner/services.ts'
import { APP, Browser, data, seal } from '../browser.ts'
import { copyOf, PARTNER, partner, signInAt, start } from '../start.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const CLIENT = 'listener'
/** So long the library waits for a service. */
const LIBRARY_MS = 2500

let backend: RunningBackend
let listener: Server
let answer: 'ok' | 'refuses' | 'is silent'
let heard: string[]
/** For each call that was heard: the jobs about its session, before the answer. */
let jobs: number[]
/** Takes the place of the library's timer, which a busy machine may need for an answer. */
let timer: AbortController
const lines: string[] = []
let passed_ms = 0

beforeAll(async () => {
  listener = createServer((req, res) => {
    let body = ''
    req.on('data', (chunk: Buffer) => (body += chunk.toString()))
    req.on('end', () => {
      const token = new URLSearchParams(body).get('logout_token') ?? ''
      heard.push(token)
      void jobsAbout(decodeJwt(token).sid).then((count) => {
        jobs.push(count)
        if (answer === 'is silent') timer.abort(new DOMException('late', 'TimeoutError'))
        else res.writeHead(answer === 'ok' ? 200 : 500).end()
      })
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  const clients = [
    {
      client_id: CLIENT,
      client_secret: 'a secret of the listener, long enough',
      redirect_uris: [`${PARTNER}/callback`],
      post_logout_redirect_uris: [`${PARTNER}/`],
      backchannel_logout_uri: `http://127.0.0.1:${port}/out?of=listener`,
    },
    {
      client_id: 'quiet',
      client_secret: '',
      redirect_uris: [`${PARTNER}/callback`],
      post_logout_redirect_uris: [`${PARTNER}/`],
    },
  ]
  backend = await start({
    clients,
    now: () => new Date(Date.now() + passed_ms),
    write: (line) => void lines.push(line),
  })
})
afterAll(async () => {
  await backend.close()
  listener.closeAllConnections()
  listener.close()
})
beforeEach(() => {
  answer = 'ok'
  heard = []
  jobs = []
  lines.length = 0
  timer = new AbortController()
  const real = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === LIBRARY_MS ? timer.signal : real(ms)))
})
// A call that is still under way would note its job for the next test.
afterEach(() => backend.ctx.background.settle())

async function jobsAbout(sid: unknown): Promise<number> {
  const of = backend.ctx.db.selectFrom('jobs').select('id').where('kind', '=', 'session.logout')
  return (await of.where(sql<boolean>`payload->>'sid' = ${sid}`).execute()).length
}

async function signedIn(browser = new Browser(backend.url), member?: Awaited<ReturnType<typeof copyOf>>) {
  const someone = member ?? (await copyOf(backend, 'member'))
  const { claims, tokens } = await signInAt(backend, browser, someone, CLIENT)
  if (!claims || !tokens?.id_token) throw new Error('not signed in')
  return { browser, someone, claims, id_token: tokens.id_token }
}

const signOut = (browser: Browser, id_token: string) =>
  browser.go(
    `/oidc/logout?${new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: `${PARTNER}/` })}`,
  )

const publicKeys = async () =>
  createLocalJWKSet((await (await fetch(`${backend.url}/oidc/jwks`)).json()) as { keys: JWK[] })

describe('a service with a logout address is told of an ended session', () => {
  test('the discovery document offers it, and the ID token names the session', async () => {
    const found = await (await fetch(`${backend.url}/.well-known/openid-configuration`)).json()
    expect(found).toMatchObject({ backchannel_logout_supported: true, backchannel_logout_session_supported: true })
    expect((await signedIn()).claims.sid).toMatch(/^[\w-]{21,}$/)
  })

  test('when its member signs out: by a typed and signed token that ends, and has no nonce', async () => {
    const { browser, claims, id_token } = await signedIn()
    await signOut(browser, id_token)
    await expect.poll(() => heard.length).toBe(1)
    const { payload, protectedHeader } = await jwtVerify(heard[0] ?? '', await publicKeys(), {
      issuer: backend.url,
      audience: CLIENT,
      typ: 'logout+jwt',
      requiredClaims: ['iat', 'exp', 'jti'],
    })
    expect(protectedHeader.alg).toBe('RS256')
    expect(payload).toMatchObject({ sub: claims.sub, sid: claims.sid, events: { [EVENT]: {} } })
    expect(payload).not.toHaveProperty('nonce')
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(120)
  })

  test('when its member signs out at another service', async () => {
    const { browser, claims } = await signedIn()
    const { url, tokens } = await (await partner(backend)).begin()
    await signOut(browser, (await tokens(await browser.go(url))).id_token ?? '')
    await expect.poll(() => heard.map((token) => decodeJwt(token).sid)).toEqual([claims.sid])
  })

  test('when another account takes its place', async () => {
    const { browser, claims } = await signedIn()
    const { url } = await (await partner(backend)).begin({ prompt: 'login' })
    const reply = await browser.signIn(await browser.go(url), await copyOf(backend, 'member'))
    expect((await browser.go(String(data(reply).location))).searchParams.has('code')).toBe(true)
    await expect.poll(() => heard.map((token) => decodeJwt(token).sid)).toEqual([claims.sid])
  })

  test('when the account is forgotten in the chooser', async () => {
    const { browser, claims } = await signedIn()
    const entry = await browser.go((await (await partner(backend)).begin({ prompt: 'select_account' })).url)
    const [account] = data(await browser.get(`/v1/init/login${entry.search}`)).sso_sessions as { id: string }[]
    expect(await browser.call('DELETE', `/v1/sso-session/${account?.id}`)).toMatchObject({ status: 204 })
    await expect.poll(() => heard.map((token) => decodeJwt(token).sid)).toEqual([claims.sid])
  })

  test('when the password is set anew: of every browser, once each', async () => {
    const { claims, someone } = await signedIn()
    const second = await signedIn(new Browser(backend.url), someone)
    await signedIn()
    const browser = new Browser(backend.url)
    const entry = await browser.go((await (await partner(backend)).begin({ prompt: 'password' })).url)
    const transaction_id = entry.searchParams.get('transaction_id') ?? ''
    const reset_token = await allowReset(backend.ctx, transaction_id, claims.sub)
    const password = seal('Zt8!wq3Lpv#', backend.ctx.keys.sealing)
    const given = { reset_token, login_id: someone.login_id, password }
    expect(await browser.call('PUT', '/v1/profile/search/password', given)).toMatchObject({ status: 200 })
    await expect.poll(() => heard.length).toBe(2)
    expect(new Set(heard.map((token) => decodeJwt(token).sid))).toEqual(new Set([claims.sid, second.claims.sid]))
  })

  test('by a job, which is there before the service answers, and once', async () => {
    const { browser, claims, id_token } = await signedIn()
    await signOut(browser, id_token)
    await backend.ctx.background.settle()
    expect(heard.map((token) => decodeJwt(token).sid)).toEqual([claims.sid])
    expect(jobs).toEqual([1])
    expect(await jobsAbout(claims.sid)).toBe(0)
  })

  test('or not at all, if the job cannot be kept: the member is still signed in, and can repeat it', async () => {
    const { browser, claims, id_token } = await signedIn()
    await backend.ctx.db.schema.alterTable('jobs').renameTo('jobs_away').execute()
    await signOut(browser, id_token).catch(() => {})
    await backend.ctx.db.schema.alterTable('jobs_away').renameTo('jobs').execute()
    expect(heard).toEqual([])
    await signOut(browser, id_token)
    await expect.poll(() => heard.map((token) => decodeJwt(token).sid)).toEqual([claims.sid])
  })

  test.each(['refuses', 'is silent'] as const)(
    'a service that %s does not stop a member who signs out',
    async (way) => {
      const { browser, id_token } = await signedIn()
      answer = way
      expect((await signOut(browser, id_token)).href).toBe(`${PARTNER}/`)
      await expect
        .poll(() => lines.some((line) => line.includes('"job.postponed"') && line.includes('session.logout')))
        .toBe(true)
      expect(lines.join('')).not.toContain(heard[0])
    },
  )

  test('a service that was away is told when it is back, by a new token', async () => {
    const { browser, claims, id_token } = await signedIn()
    answer = 'refuses'
    await signOut(browser, id_token)
    await backend.ctx.background.settle()
    answer = 'ok'
    passed_ms += 60_000
    for (let looks = 0; looks < 2; looks += 1) {
      backend.ctx.jobs.wake()
      await backend.ctx.background.settle()
    }
    const tokens = heard.map((token) => decodeJwt(token))
    expect(tokens.filter(({ sid }) => sid === claims.sid)).toHaveLength(2)
    expect(new Set(tokens.map(({ jti }) => jti)).size).toBe(tokens.length)
  })

  test('a service without a logout address gets no call', async () => {
    const browser = new Browser(backend.url)
    const { tokens } = await signInAt(backend, browser, await copyOf(backend, 'member'), 'quiet')
    await signOut(browser, tokens?.id_token ?? '')
    expect(heard).toEqual([])
    expect(lines.join('')).not.toContain('session.logout')
  })
})

describe('the demo’s partner', () => {
  let site: Awaited<ReturnType<typeof startPartner>>
  beforeAll(async () => {
    site = await startPartner({
      port: 0,
      issuer: backend.url,
      backend_url: backend.url,
      account_url: `${APP}/account`,
      services: SERVICES,
    })
  })
  afterAll(() => site.close())

  type Change = { header?: object; claims?: object; without?: string; key?: 'another'; later?: number }
  /** A valid logout token of the issuer, with the given changes. `later`: by how many seconds. */
  async function tokenWith({ header, claims, without, key, later = 0 }: Change = {}): Promise<string> {
    const at = Math.floor(Date.now() / 1000) + later
    const [jwk] = backend.ctx.keys.jwks
    const own = await importJWK(jwk as JWK, 'RS256')
    const signing = key ? (await crypto.subtle.generateKey(RSA, true, ['sign'])).privateKey : own
    const all = {
      iss: backend.url,
      aud: 'service-a',
      sub: 'somebody',
      sid: 'a session',
      jti: crypto.randomUUID(),
      iat: at,
      exp: at + 120,
      events: { [EVENT]: {} },
      ...claims,
    }
    const payload = Object.fromEntries(Object.entries(all).filter(([name]) => name !== without))
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid: jwk?.kid, typ: 'logout+jwt', ...header })
      .sign(signing)
  }
  const RSA = {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: 'SHA-256',
  }
  const tell = (logout_token: string, service = 'a') =>
    fetch(`${site.url}/backchannel-logout/${service}`, { method: 'POST', body: new URLSearchParams({ logout_token }) })

  test('takes a logout token once', async () => {
    const token = await tokenWith()
    expect((await tell(token)).status).toBe(200)
    expect((await tell(token)).status).toBe(400)
  })

  test.each<[string, Change]>([
    ['another type', { header: { typ: 'JWT' } }],
    ['no type', { header: { typ: undefined } }],
    ['another service', { claims: { aud: 'service-b' } }],
    ['another issuer', { claims: { iss: 'http://localhost:1' } }],
    ['a nonce', { claims: { nonce: 'n' } }],
    ['another event', { claims: { events: { 'http://schemas.openid.net/event/other': {} } } }],
    ['no event', { without: 'events' }],
    ['no member', { without: 'sub' }],
    ['no number', { without: 'jti' }],
    ['no end', { without: 'exp' }],
    ['no beginning', { without: 'iat' }],
    ['a time that is over', { later: -200 }],
    ['a time to come', { later: 200 }],
    ['another key', { key: 'another' }],
  ])('refuses a logout token with %s', async (_what, change) => {
    expect((await tell(await tokenWith(change))).status).toBe(400)
  })

  test('refuses an ID token, an unsigned token, and an empty call', async () => {
    const { id_token } = await signedIn()
    const [, payload] = (await tokenWith()).split('.')
    const none = `${Buffer.from('{"alg":"none","typ":"logout+jwt"}').toString('base64url')}.${payload}.`
    for (const token of [id_token, none, '', 'x']) expect((await tell(token)).status).toBe(400)
    expect((await fetch(`${site.url}/backchannel-logout/a`, { method: 'POST' })).status).toBe(400)
    const broken = { method: 'POST', body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=y' } }
    expect((await fetch(`${site.url}/backchannel-logout/a`, broken)).status).toBe(400)
    expect((await tell('x'.repeat(20_000))).status).toBe(413)
    expect((await tell(await tokenWith(), 'c')).status).toBe(404)
  })
})
