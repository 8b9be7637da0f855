// Security E2: what another host of the same site, a path, an older value or a full jar can do with each cookie of the backend: nothing.
import { CookieJar } from 'tough-cookie'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashOf } from '../../../backend/context.ts'
import type { RunningBackend } from '../../../backend/main.ts'
import { rawRequest, startBehindTls, type RawAnswer } from '../behindTls.ts'
import { seal, visitIn } from '../browser.ts'
import { authorization, PARTNER, type Member } from '../start.ts'

const SITE = 'example.test'
const OUTSIDE = `https://login.${SITE}`
const SIBLING = `https://evil.${SITE}/`
/** More than a browser keeps, and more than the backend looks at when a call does not name its visit. */
const MANY = 60

const shown = ({ login_id }: Member) => login_id.slice(0, 2)

/** A browser with the cookie rules of RFC 6265bis, prefixes included. Its requests arrive over plain HTTP, as from a TLS proxy. */
class TlsBrowser {
  readonly jar = new CookieJar(undefined, { prefixSecurity: 'strict', allowSpecialUseDomain: true })
  private readonly backend: RunningBackend

  constructor(backend: RunningBackend) {
    this.backend = backend
  }

  async send(target: string, body?: unknown): Promise<RawAnswer> {
    const url = new URL(target, OUTSIDE)
    const cookie = await this.jar.getCookieString(url.href)
    const { port, ctx } = this.backend
    const own = { host: url.host, 'x-forwarded-for': '203.0.113.5', origin: ctx.settings.app_origin }
    const answer = await rawRequest(port, url.pathname + url.search, { ...own, ...(cookie && { cookie }) }, body)
    for (const line of answer.cookies) await this.jar.setCookie(line, url.href)
    return answer
  }

  /** @returns the address of the entry of a new visit */
  async begin(more: Record<string, string> = {}): Promise<URL> {
    return new URL((await this.send(authorization(more))).location)
  }

  /** Signs in for a visit. @returns the answer of verify/pwd, whose location the browser has not followed yet */
  async signIn(entry: URL, member: Member) {
    const welcome = await this.send(`/v1/init/login${entry.search}`)
    const { data } = JSON.parse(welcome.text) as { data: Record<string, unknown> }
    return this.send('/v1/verify/pwd', {
      login_id: member.login_id,
      password: seal(member.password, data),
      stay_session: true,
      ...visitIn(entry),
    })
  }

  /** @returns where the visit goes on */
  async location(entry: URL, member: Member): Promise<string> {
    const { text } = await this.signIn(entry, member)
    return (JSON.parse(text) as { data: { location: string } }).data.location
  }

  /** Signs in and follows the location to the partner. */
  async signedIn(member: Member): Promise<this> {
    const { location } = await this.send(await this.location(await this.begin(), member))
    expect(location).toContain(`${PARTNER}/callback?code=`)
    return this
  }

  /** The beginnings of the login IDs in the account chooser of a new visit, which masks the rest. */
  async accounts(): Promise<string[]> {
    const entry = await this.begin({ prompt: 'select_account' })
    const { text } = await this.send(`/v1/init/login${entry.search}`)
    const { data } = JSON.parse(text) as { data: { sso_sessions?: { login_id?: string }[] } }
    return (data.sso_sessions ?? []).map(({ login_id = '' }) => login_id.slice(0, 2))
  }

  /** The member of the issuer's session, as a service sees it: with a session, an authorization needs no page. */
  isSignedIn = async (): Promise<boolean> => (await this.begin()).origin === PARTNER

  /** Whether the backend knows this browser by its device cookie. */
  async isKnown(): Promise<boolean> {
    const device = (await this.cookies()).find(({ key }) => key === '__Host-device')?.value ?? ''
    const known = backend.ctx.db.selectFrom('known_browsers').select('member_id')
    return (await known.where('device_hash', '=', hashOf(device)).execute()).length > 0
  }

  async cookies() {
    return this.jar.getCookies(`${OUTSIDE}/oidc/auth/x`)
  }
}

let backend: RunningBackend
let victim: Member
let thief: Member
beforeAll(async () => {
  const started = await startBehindTls(OUTSIDE)
  const { copy } = started
  backend = started.backend
  victim = await copy('member')
  // Its login ID differs from the other one also where it is masked.
  thief = await copy('four-wrong')
})
afterAll(() => backend.close())

/** Plants all cookies of one browser in another, as an answer of a sibling host can: under every name that a server might take for its own. */
async function plant(from: TlsBrowser, into: TlsBrowser, path: string): Promise<number> {
  let planted = 0
  const values = await from.jar.serialize()
  for (const { key = '', value = '' } of values?.cookies ?? [])
    for (const name of new Set([
      key,
      key.replace(/^__\w+-/, ''),
      key.replace(/^__\w+-/, '__Secure-'),
      key.replace(/^__\w+-/, (prefix) => prefix.toUpperCase()),
      key.replace(/^__\w+-/, (prefix) => prefix.toLowerCase()),
      `\u00a0${key}`,
      `$${key}`,
    ])) {
      const line = `${name}=${value}; Domain=${SITE}; Path=${path}; Secure`
      if (await into.jar.setCookie(line, SIBLING, { ignoreError: true })) planted += 1
    }
  return planted
}

describe('cookies of a sibling host', () => {
  test('resume no visit: the browser does not become the thief’s', async () => {
    const stranger = new TlsBrowser(backend)
    const location = await stranger.location(await stranger.begin(), thief)
    const browser = new TlsBrowser(backend)
    expect(await plant(stranger, browser, new URL(location).pathname)).toBeGreaterThan(3)
    const answer = await browser.send(location)
    expect([answer.status, answer.location]).toEqual([400, ''])
    expect(await browser.isSignedIn()).toBe(false)
    // The thief's own browser can still go on.
    expect((await stranger.send(location)).location).toContain('?code=')
  })

  test('change no account: the signed-in member stays signed in', async () => {
    const browser = await new TlsBrowser(backend).signedIn(victim)
    const stranger = new TlsBrowser(backend)
    const location = await stranger.location(await stranger.begin(), thief)
    await plant(stranger, browser, new URL(location).pathname)
    const answer = await browser.send(location)
    expect(answer.status).toBe(400)
    expect(answer.text).not.toContain('<form')
    expect(await browser.isSignedIn()).toBe(true)
    expect(await browser.accounts()).toEqual([shown(victim)])
  })

  test.each(['/', '/oidc', '/v1'])(
    'give no browser a session, an account, a known browser or a visit at %s',
    async (path) => {
      const stranger = await new TlsBrowser(backend).signedIn(thief)
      const entry = await stranger.begin({ prompt: 'login' })
      const browser = new TlsBrowser(backend)
      expect(await plant(stranger, browser, path)).toBeGreaterThan(10)
      expect(await browser.isSignedIn()).toBe(false)
      expect(await browser.accounts()).toEqual([])
      expect((await browser.send(`/v1/init/login${entry.search}`)).status).toBe(403)
      expect(await stranger.accounts()).toEqual([shown(thief)])
      // A sign-in gives a known browser a new key, so the thief's would be gone if the backend had taken it for the browser's own.
      await browser.signedIn(victim)
      expect(await stranger.isKnown()).toBe(true)
    },
  )
})

test('a name with the prefix cannot be set by a sibling, for a path or without TLS', async () => {
  const browser = new TlsBrowser(backend)
  for (const { key } of await (await new TlsBrowser(backend).signedIn(victim)).cookies()) {
    expect(key).toMatch(/^__Host-/)
    for (const [attributes, from] of [
      [`Domain=${SITE}; Path=/; Secure`, SIBLING],
      ['Path=/oidc; Secure', OUTSIDE],
      ['Path=/', OUTSIDE],
    ] as const)
      await browser.jar.setCookie(`${key}=x; ${attributes}`, from, { ignoreError: true })
  }
  expect(await browser.cookies()).toEqual([])
})

describe('an older value of a cookie', () => {
  /** The cookies of a browser before a step, put back after it. */
  async function withOld(browser: TlsBrowser, step: () => Promise<unknown>): Promise<TlsBrowser> {
    const before = (await browser.jar.serialize())?.cookies ?? []
    await step()
    const old = new TlsBrowser(backend)
    for (const { key = '', value = '' } of before)
      await old.jar.setCookie(`${key}=${value}; Path=/; Secure; HttpOnly`, OUTSIDE)
    return old
  }

  test('opens no session, no account and no known browser after another sign-in', async () => {
    const browser = await new TlsBrowser(backend).signedIn(victim)
    const old = await withOld(browser, async () =>
      browser.send(await browser.location(await browser.begin({ prompt: 'login' }), victim)),
    )
    expect(await browser.isSignedIn()).toBe(true)
    expect(await old.isSignedIn()).toBe(false)
    expect(await old.accounts()).toEqual([])
    expect([await browser.isKnown(), await old.isKnown()]).toEqual([true, false])
  })

  test('resumes no visit that has gone on', async () => {
    const browser = new TlsBrowser(backend)
    const location = await browser.location(await browser.begin(), victim)
    const old = await withOld(browser, () => browser.send(location))
    expect((await old.send(location)).status).toBe(400)
    expect(await old.isSignedIn()).toBe(false)
  })
})

describe('a full jar', () => {
  test.each([
    ['the visit’s cookie', /-tx\./, 400, ''],
    ['every cookie', /./, 400, ''],
    ['the session’s cookie', /-_session/, 303, `${PARTNER}/callback`],
  ])('that has lost %s does not mistake one member for another', async (_, lost, status, back) => {
    const browser = await new TlsBrowser(backend).signedIn(victim)
    const location = await browser.location(await browser.begin({ prompt: 'login' }), victim)
    for (const { key, domain, path } of await browser.cookies())
      if (lost.test(key)) await browser.jar.store.removeCookie(domain ?? '', path ?? '/', key)
    const answer = await browser.send(location)
    expect([answer.status, answer.location.split('?')[0]]).toEqual([status, back])
    expect((await browser.accounts()).filter((id) => id !== shown(victim))).toEqual([])
  })

  test(`with ${MANY} cookies of a sibling still finds the visit that a call names`, async () => {
    const browser = new TlsBrowser(backend)
    for (let index = 0; index < MANY; index += 1)
      await browser.jar.setCookie(`tx.${index.toString(16).padStart(16, '0')}=x; Domain=${SITE}; Secure`, SIBLING)
    const entry = await browser.begin()
    await browser.begin()
    expect((await browser.send(await browser.location(entry, victim))).location).toContain('?code=')
  })

  test(`never comes of unfinished visits: of ${MANY}, the ten newest go on`, async () => {
    const browser = await new TlsBrowser(backend).signedIn(victim)
    const entries: URL[] = []
    for (let index = 0; index < MANY; index += 1) entries.push(await browser.begin({ prompt: 'login' }))
    expect((await browser.jar.getCookieString(OUTSIDE)).length).toBeLessThan(4096)
    const statuses: number[] = []
    for (const entry of entries) statuses.push((await browser.send(`/v1/init/login${entry.search}`)).status)
    expect(statuses).toEqual(entries.map((_, index) => (index < MANY - 10 ? 403 : 200)))
    expect(await browser.isSignedIn()).toBe(true)
  })
})
