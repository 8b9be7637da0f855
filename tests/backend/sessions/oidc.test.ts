// The issuer, asked by a client library that knows nothing of this backend.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import * as client from 'openid-client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createProvider } from '../../../backend/oidc/provider.ts'
import { APP, Browser, data, type Reply } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { arrive, copyOf, PARTNER, partner, signInAt, start, type Member } from '../start.ts'

const backend = sharedBackend()

/** What the client library says when the issuer refuses. */
const REFUSED = /unexpected|error|WWW-Authenticate/i

const begin = async (parameters: Record<string, string> = {}, client_id?: string) =>
  (await partner(backend, client_id)).begin(parameters)

async function signedIn(key = 'member', stay = false) {
  const member = await copyOf(backend, key)
  const browser = new Browser(backend.url)
  const { claims, tokens } = await signInAt(backend, browser, member, undefined, stay)
  expect(claims?.email).toBe(member.login_id)
  return { member, browser, tokens }
}

/** The target of a request from a browser with a session, and the member if it returns to the partner. */
async function silently(browser: Browser, parameters: Record<string, string> = {}, client_id?: string) {
  const { entry: end, tokens } = await arrive(backend, parameters, { client_id, browser })
  const isBack = end.origin === PARTNER && end.searchParams.has('code')
  return { end, claims: isBack ? (await tokens(end)).claims() : undefined }
}
/** The error of a request that may show nothing. */
const errorOf = async (browser: Browser, client_id?: string) =>
  (await silently(browser, { prompt: 'none' }, client_id)).end.searchParams.get('error')

const finish = async (browser: Browser, entry: URL, member: Member) => {
  const reply = await browser.signIn(entry, member)
  expect(reply.status).toBe(200)
  return browser.go(String(data(reply).location))
}

describe('prompts', () => {
  test.each([
    [{}, '/init/login'],
    [{ prompt: 'login' }, '/init/login'],
    [{ prompt: 'select_account' }, '/init/login'],
    [{ prompt: 'create' }, '/init/join'],
    [{ prompt: 'password' }, '/init/password'],
    [{ prompt: 'session' }, '/init/login'],
    [{ prompt: 'consent' }, '/init/login'],
  ])('without a session, %o leads to %s', async (parameters, pathname) => {
    const { browser, entry, land } = await arrive(backend, parameters)
    expect(entry).toMatchObject({ origin: APP, pathname })
    // A sign-in in the same transaction satisfies every prompt.
    const member = await copyOf(backend, 'member')
    expect(await land(await browser.signIn(entry, member))).toMatchObject({ email: member.login_id })
  })

  test.each([
    [{ prompt: 'login' }, '/init/login'],
    [{ prompt: 'select_account' }, '/init/login'],
    [{ prompt: 'create' }, '/init/join'],
    [{ prompt: 'password' }, '/init/password'],
    [{ prompt: 'session' }, '/init/session'],
    [{ prompt: 'session login' }, '/init/login'],
  ])('with a session, %o leads to %s', async (parameters, pathname) => {
    const { browser } = await signedIn()
    expect((await silently(browser, parameters)).end).toMatchObject({ origin: APP, pathname })
  })

  test('none shows nothing: login_required without a session, a code with one', async () => {
    const browser = new Browser(backend.url)
    expect(await errorOf(browser)).toBe('login_required')
    const { browser: other, member } = await signedIn()
    expect((await silently(other, { prompt: 'none' })).claims?.email).toBe(member.login_id)
  })

  test('login asks for the password again; another member may sign in and takes over', async () => {
    const { browser, member } = await signedIn()
    const other = await copyOf(backend, 'member')
    const { entry, land } = await arrive(backend, { prompt: 'login' }, { browser })
    expect(data(await browser.get(`/v1/init/login${entry.search}`))).toMatchObject({ amrs: ['PWD'], sso_sessions: [] })
    expect(await land(await browser.signIn(entry, other))).toMatchObject({ email: other.login_id })
    expect((await silently(browser)).claims?.email).toBe(other.login_id)
    expect(member.login_id).not.toBe(other.login_id)
  })

  test('ui_locales and login_hint reach the app', async () => {
    const hints = { ui_locales: 'en ko', login_hint: 'someone@example.com' }
    const { entry } = await arrive(backend, hints)
    expect(Object.fromEntries(entry.searchParams)).toMatchObject(hints)
  })
})

describe('an ID token of a member as the hint of a request (OpenID Connect Core §3.1.2.1)', () => {
  const hintOf = ({ tokens }: Awaited<ReturnType<typeof signedIn>>) => ({ id_token_hint: tokens?.id_token ?? '' })
  const LATER = 3_600_000

  test('leads this member on without a form, also when the token has expired', async () => {
    const own = await signedIn('member', true)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + LATER })
    onTestFinished(() => void vi.useRealTimers())
    expect((await silently(own.browser, hintOf(own))).claims?.email).toBe(own.member.login_id)
  })

  test('asks for a sign-in where another member has the session, and none of this for prompt=none', async () => {
    const [named, other] = [await signedIn(), await signedIn()]
    const { entry, land } = await arrive(backend, hintOf(named), { browser: other.browser })
    expect(entry.pathname).toBe('/init/login')
    expect(await land(await other.browser.signIn(entry, named.member))).toMatchObject({ email: named.member.login_id })
    const { browser } = await signedIn()
    const { end } = await silently(browser, { prompt: 'none', ...hintOf(named) })
    expect(end.searchParams.get('error')).toBe('login_required')
  })

  test.each<Record<string, string>>([{}, { prompt: 'login' }, { prompt: 'select_account' }, { max_age: '0' }])(
    'lets no other member sign in for it: %o',
    async (parameters) => {
      const [named, other] = [await signedIn(), await copyOf(backend, 'member')]
      const browser = new Browser(backend.url)
      const { entry } = await arrive(backend, { ...parameters, ...hintOf(named) }, { browser })
      const end = await browser.go(String(data(await browser.signIn(entry, other)).location))
      expect(end.origin).toBe(PARTNER)
      expect(Object.fromEntries(end.searchParams)).toMatchObject({ error: 'login_required', state: expect.any(String) })
      expect(end.searchParams.has('code')).toBe(false)
    },
  )

  test('is for the session page as for a sign-in', async () => {
    const [named, other] = [await signedIn(), await signedIn('new-service')]
    const asked = { prompt: 'session', ...hintOf(named) }
    const { entry } = await arrive(backend, asked, { browser: other.browser })
    const checked = await other.browser.get(`/v1/init/session${entry.search}`)
    const end = await other.browser.go(String(data(checked).location))
    expect(end.searchParams.get('error')).toBe('login_required')
  })

  test('leaves this member’s account alone in the chooser', async () => {
    const named = await signedIn()
    const { browser } = named
    const again = await arrive(backend, { prompt: 'login' }, { browser })
    await again.land(await browser.signIn(again.entry, await copyOf(backend, 'member')))
    const offered = async (parameters: Record<string, string>) => {
      const { entry, land } = await arrive(backend, { ...parameters, ...hintOf(named) }, { browser })
      return {
        land,
        sessions: data(await browser.get(`/v1/init/login${entry.search}`)).sso_sessions as { id: string }[],
      }
    }
    const all = await arrive(backend, { prompt: 'select_account' }, { browser })
    const ids = (data(await browser.get(`/v1/init/login${all.entry.search}`)).sso_sessions as { id: string }[]).map(
      ({ id }) => id,
    )
    expect(ids).toHaveLength(2)
    const asked = await offered({ prompt: 'select_account' })
    expect(asked.sessions.map(({ id }) => id)).toEqual([ids[1]])
    expect(await browser.post('/v1/verify/sso', { sso_session_id: ids[0] })).toMatchObject({ status: 401 })
    const { land, sessions } = await offered({})
    expect(sessions.map(({ id }) => id)).toEqual([ids[1]])
    const chosen = await browser.post('/v1/verify/sso', { sso_session_id: ids[1] })
    expect(await land(chosen)).toMatchObject({ email: named.member.login_id })
  })
})

describe('single sign-on', () => {
  test('signed in at A, B needs no form', async () => {
    const { browser, member } = await signedIn('sk')
    expect((await silently(browser, {}, 'service-b')).claims).toMatchObject({ email: member.login_id, amr: ['pwd'] })
  })

  test('the first use of B stops at what B asks, and goes on from there', async () => {
    const { browser, member } = await signedIn('new-service')
    expect(await errorOf(browser, 'service-b')).toBe('interaction_required')
    const { entry, land } = await arrive(backend, {}, { client_id: 'service-b', browser })
    expect(entry.pathname).toBe('/init/session')
    const checked = await browser.get(`/v1/init/session${entry.search}`)
    const step = { matcher_type: 'CONSENT_RELYING_PARTY', progress: { current: 1, total: 1 }, client_id: 'service-b' }
    expect(checked).toMatchObject({ status: 401, body: { data: step } })
    const consent_terms = ['SK_RP_SERVICE', 'SK_RP_PRIVACY']
    const given = { matcher_type: 'CONSENT_RELYING_PARTY', nickname: '하늘이', consent_terms }
    const resolved = await browser.post('/v1/matcher/resolve', given)
    expect(await land(resolved)).toMatchObject({ email: member.login_id })
    expect((await silently(browser, {}, 'service-b')).claims?.email).toBe(member.login_id)
  })

  test('a member who may not use B is refused at /init/session', async () => {
    const { browser } = await signedIn('member')
    const { entry } = await arrive(backend, {}, { client_id: 'service-b', browser })
    expect(entry.pathname).toBe('/init/session')
    expect(await browser.get(`/v1/init/session${entry.search}`)).toMatchObject({
      status: 400,
      body: { detail_code: 4588 },
    })
  })

  test('staying signed in: only then does the session cookie outlive the browser', async () => {
    const expiryOf = ({ browser }: { browser: Browser }) => browser.jar.get('_session /')?.expires
    expect(expiryOf(await signedIn('member', false))).toBe(Infinity)
    expect(expiryOf(await signedIn('member', true))).toBeGreaterThan(Date.now() + 13 * 86_400_000)
  })
})

describe('the account chooser', () => {
  async function chooser(browser: Browser) {
    const { entry, land } = await arrive(backend, { prompt: 'select_account' }, { browser })
    const welcome = data(await browser.get(`/v1/init/login${entry.search}`))
    return { welcome, land, sessions: welcome.sso_sessions as { id: string; login_id: string }[] }
  }

  test('offers the accounts of this browser, masked, and signs in with the chosen one', async () => {
    const { browser, member } = await signedIn()
    const other = await copyOf(backend, 'member')
    const again = await arrive(backend, { prompt: 'login' }, { browser })
    await again.land(await browser.signIn(again.entry, other))
    const { welcome, land, sessions } = await chooser(browser)
    expect(welcome).toMatchObject({ amrs: ['SSO', 'PWD'], possible_sso_login: true })
    expect(sessions).toHaveLength(2)
    expect(JSON.stringify(welcome)).not.toContain(member.login_id)
    const chosen = await browser.post('/v1/verify/sso', { sso_session_id: sessions[1]?.id })
    expect(await land(chosen)).toMatchObject({ email: member.login_id })
  })

  test('a cookie from before the sign-in counts for nothing after it', async () => {
    const { browser, member } = await signedIn()
    const copied = new Browser(backend.url)
    const planted = () => [...browser.jar].filter(([key]) => /^(browser|_session)/.test(key))
    for (const [key, cookie] of planted()) copied.jar.set(key, { ...cookie })
    const next = await copyOf(backend, 'member')
    await finish(browser, await browser.go((await begin({ prompt: 'login' })).url), next)
    // The accounts moved to the new key, and the old cookies open none of them.
    expect((await chooser(browser)).sessions).toHaveLength(2)
    expect((await chooser(copied)).sessions).toEqual([])
    expect(await errorOf(copied)).toBe('login_required')
    // A session without a sign-in does not become a member's session.
    const fresh = new Browser(backend.url)
    const { url } = await begin()
    const entry = await fresh.go(url)
    const thief = new Browser(backend.url)
    for (const [key, cookie] of fresh.jar) thief.jar.set(key, { ...cookie })
    thief.jar.set('browser /', { value: 'a-value-that-somebody-chose', path: '/', expires: Infinity })
    fresh.jar.set('browser /', { value: 'a-value-that-somebody-chose', path: '/', expires: Infinity })
    await finish(fresh, entry, member)
    expect((await chooser(thief)).sessions).toEqual([])
    expect(await errorOf(thief)).toBe('login_required')
  })

  test('an account of another browser cannot be chosen or forgotten', async () => {
    const { browser } = await signedIn()
    const other = await signedIn()
    const [stranger] = (await chooser(other.browser)).sessions
    expect((await chooser(browser)).sessions).toHaveLength(1)
    const chosen = await browser.post('/v1/verify/sso', { sso_session_id: stranger?.id })
    expect(chosen.status).toBe(401)
    for (const id of [stranger?.id, '-'.repeat(36)])
      expect(await browser.call('DELETE', `/v1/sso-session/${id}`)).toMatchObject({ status: 404 })
    expect((await silently(other.browser, { prompt: 'none' })).claims?.email).toBe(other.member.login_id)
  })

  test('a forgotten account is signed out at once', async () => {
    const { browser } = await signedIn()
    const [own] = (await chooser(browser)).sessions
    for (const status of [204, 404])
      expect(await browser.call('DELETE', `/v1/sso-session/${own?.id}`)).toMatchObject({ status })
    expect(await errorOf(browser)).toBe('login_required')
    expect((await chooser(browser)).welcome).toMatchObject({ amrs: ['PWD'], possible_sso_login: false })
  })
})

test('a location that is loaded again, because its answer was lost, leads back to its service', async () => {
  const browser = new Browser(backend.url)
  const reply = await browser.signIn(await browser.go((await begin()).url), await copyOf(backend, 'member'))
  const follow = () => browser.send(String(data(reply).location), { headers: { 'accept-language': 'en' } })
  expect((await follow()).status).toBe(303)
  const page = await follow()
  expect(page.status).toBe(400)
  expect(page.text).toMatch(/Please start again from .+<a class="button" href="http:[^"]+">/s)
  const stranger = await new Browser(backend.url).send(String(data(reply).location))
  expect(stranger.text).not.toContain('<a href')
})

test('a page that submits itself runs its own script and nothing else', async () => {
  const { browser } = await signedIn()
  const { url } = await begin({ response_mode: 'form_post' })
  const page = await browser.send(url)
  expect(page.text).toContain(`action="${PARTNER}/callback"`)
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(page.text) ?? []
  const hash = createHash('sha256').update(script).digest('base64')
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy.split(/;\s*/)).toEqual(expect.arrayContaining([`default-src 'none'`, `script-src 'sha256-${hash}'`]))
  // Firefox asks for the origin's icon, and a policy that forbids it is reported as broken.
  expect(policy).toContain(`img-src 'self'`)
  expect(policy).toContain(`frame-ancestors 'none'`)
})

describe('the form of a page that submits itself leads only', () => {
  const leadsTo = async (browser: Browser, url: string) => {
    const { text, headers } = await browser.send(url)
    expect(text).toContain('<form')
    return /form-action ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]
  }

  test('to the service, with a code and with an error', async () => {
    const { browser } = await signedIn()
    const { url } = await begin({ response_mode: 'form_post' })
    expect(await leadsTo(browser, url)).toBe(PARTNER)
    const silent = await begin({ response_mode: 'form_post', prompt: 'none' })
    expect(await leadsTo(new Browser(backend.url), silent.url)).toBe(PARTNER)
  })

  test('on to the app or the service, when another account takes the place of the one before', async () => {
    const { browser } = await signedIn()
    const { url } = await begin({ prompt: 'login' })
    const reply = await browser.signIn(await browser.go(url), await copyOf(backend, 'member'))
    expect(await leadsTo(browser, String(data(reply).location))).toBe(`'self' ${APP} ${PARTNER}`)
  })

  test('back to the service, if no signed-in member could sign out', async () => {
    const { config } = await partner(backend)
    const url = client.buildEndSessionUrl(config, { post_logout_redirect_uri: `${PARTNER}/` })
    expect(await leadsTo(new Browser(backend.url), url.href)).toBe(`'self' ${APP} ${PARTNER}`)
  })
})

describe('signing out', () => {
  /** Presses a button of the issuer's page. @returns where that leads to */
  async function press(browser: Browser, page: Reply, button: Record<string, string>) {
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page.text) ?? []
    const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(page.text) ?? []
    const done = await browser.send(action, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ xsrf, ...button }).toString(),
    })
    return browser.send(done.headers.get('location') ?? '')
  }

  test('with an ID token it is done at once, and no account stays behind', async () => {
    const { browser, tokens } = await signedIn()
    const { config } = await partner(backend)
    const url = client.buildEndSessionUrl(config, {
      post_logout_redirect_uri: `${PARTNER}/`,
      id_token_hint: tokens?.id_token ?? '',
    })
    expect((await browser.go(url.href)).href).toBe(`${PARTNER}/`)
    expect(await errorOf(browser)).toBe('login_required')
    const { entry } = await arrive(backend, {}, { browser })
    expect(data(await browser.get(`/v1/init/login${entry.search}`))).toMatchObject({ sso_sessions: [] })
  })

  test("with another member's ID token the member is asked, and the session stays", async () => {
    const { browser, member } = await signedIn()
    const { tokens } = await signedIn()
    const page = await browser.send(`/oidc/logout?id_token_hint=${tokens?.id_token}`)
    expect(page.text).toContain('로그아웃할까요?')
    expect(page.text).not.toContain('<script')
    expect((await silently(browser, { prompt: 'none' })).claims?.email).toBe(member.login_id)
  })

  test('without one the member is asked, and the session stays', async () => {
    const { browser, member } = await signedIn()
    const reply = await browser.send('/oidc/logout')
    expect(reply).toMatchObject({ status: 200 })
    expect(reply.text).toContain('로그아웃할까요?')
    expect(reply.headers.get('content-security-policy')).toContain(`default-src 'none'`)
    expect(reply.headers.get('content-security-policy'), 'the icon that Firefox asks for').toContain(`img-src 'self'`)
    expect((await silently(browser, { prompt: 'none' })).claims?.email).toBe(member.login_id)
  })

  test.each(['question', 'done at once'])(
    'without an address to go back to it can be pressed all the same: %s',
    async (kind) => {
      const { browser, tokens } = await signedIn()
      const hint = kind === 'question' ? '' : `?id_token_hint=${tokens?.id_token}`
      const page = await browser.send(`/oidc/logout${hint}`)
      expect(page.headers.get('content-security-policy')).toMatch(/form-action 'self'\s*;/)
      const end = await press(browser, page, { logout: /name="logout" value="([^"]+)"/.exec(page.text)?.[1] ?? '' })
      expect(end.text).toContain('로그아웃했어요')
      expect(end.headers.get('content-security-policy')).toContain(`form-action 'none'`)
      expect(await errorOf(browser)).toBe('login_required')
    },
  )

  test('can be pressed in the first of two tabs: it asks once more, and then it is done', async () => {
    const { browser } = await signedIn()
    const [first] = [await browser.send('/oidc/logout'), await browser.send('/oidc/logout')]
    const again = await press(browser, first, { logout: 'confirmed' })
    expect(again.text).toContain('로그아웃할까요?')
    const end = await press(browser, again, { logout: 'confirmed' })
    expect(end.text).toContain('로그아웃했어요')
    expect(await errorOf(browser)).toBe('login_required')
  })

  test('can be cancelled in the first of two tabs', async () => {
    const { browser, member } = await signedIn()
    const [first] = [await browser.send('/oidc/logout'), await browser.send('/oidc/logout')]
    expect((await press(browser, first, {})).text).toContain('로그인 상태를 유지했어요')
    expect((await silently(browser, { prompt: 'none' })).claims?.email).toBe(member.login_id)
  })

  test('is done where the session has ended while the question waited', async () => {
    const { browser } = await signedIn()
    const page = await browser.send('/oidc/logout')
    browser.jar.clear()
    const end = await press(browser, page, { logout: 'confirmed' })
    expect(end.text).toContain('<form')
    expect((await press(browser, end, { logout: 'yes' })).text).toContain('로그아웃했어요')
  })

  test('answers in the language of the question', async () => {
    const { browser } = await signedIn()
    const page = await browser.send('/oidc/logout?ui_locales=zh')
    expect((await press(browser, page, {})).text).toContain('<html lang="zh-Hans">')
    const end = await press(browser, page, { logout: 'confirmed' })
    expect(end.text).toContain('<html lang="zh-Hans">')
  })

  test('asks where the browser loads the address of a button again', async () => {
    const { browser } = await signedIn()
    const reply = await browser.send('/oidc/logout/confirm')
    expect(reply.status).toBe(303)
    expect((await browser.send(reply.headers.get('location') ?? '')).text).toContain('로그아웃할까요?')
  })

  test('leads only to a registered address', async () => {
    const { browser, tokens } = await signedIn()
    const hint = `id_token_hint=${tokens?.id_token}`
    const reply = await browser.send(`/oidc/logout?${hint}&post_logout_redirect_uri=${PARTNER}/elsewhere`)
    expect(reply.status).toBe(400)
  })
})

describe('a developer who connects a service', () => {
  test('finds in the log why an authorization code was refused, without the code itself', async () => {
    const lines: string[] = []
    const other = await start({
      write: (line) => void lines.push(line),
      clients: [
        { client_id: 'mine', client_secret: '', redirect_uris: ['http://localhost/'], post_logout_redirect_uris: [] },
      ],
    })
    const asked = { grant_type: 'authorization_code', client_id: 'mine', code: 'canary', code_verifier: 'v'.repeat(43) }
    const reply = await fetch(`${other.url}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...asked, redirect_uri: 'http://localhost/' }),
    })
    expect(await reply.json()).toMatchObject({ error: 'invalid_grant' })
    const [line = '{}'] = lines.filter((one) => one.includes('oidc.refused'))
    expect(JSON.parse(line)).toMatchObject({
      error: 'invalid_grant',
      client_id: 'mine',
      why: 'authorization code not found',
    })
    expect(lines.join()).not.toContain('canary')
    await other.close()
  })

  // As passport-openidconnect 0.1 does: no challenge, and its secret in the body.
  test('can sign in without PKCE where its settings say so, and each start warns of it', async () => {
    const lines: string[] = []
    const client = {
      client_secret: 's'.repeat(32),
      redirect_uris: [`${PARTNER}/callback`],
      post_logout_redirect_uris: [],
    }
    const other = await start({
      write: (line) => void lines.push(line),
      clients: [
        { client_id: 'old', pkce: false, ...client },
        { client_id: 'new', ...client },
      ],
    })
    const redirect_uri = `${PARTNER}/callback`
    const ask = (browser: Browser, client_id: string, response_type = 'code') => {
      const query = { client_id, response_type, scope: 'openid', state: 'of-the-client', nonce: 'n', redirect_uri }
      return browser.go(`${other.url}/oidc/auth?${new URLSearchParams(query).toString()}`)
    }
    const browser = new Browser(other.url)
    const entry = await ask(browser, 'old')
    const reply = await browser.signIn(entry, await copyOf(other, 'member'))
    const callback = await browser.go(String(data(reply).location))
    const code = callback.searchParams.get('code') ?? ''
    const { client_secret } = client
    const tokens = await fetch(`${other.url}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: 'old',
        client_secret,
        code,
        redirect_uri,
      }),
    })
    expect(await tokens.json()).toMatchObject({ id_token: expect.any(String) })
    expect(Object.fromEntries((await ask(new Browser(other.url), 'new')).searchParams)).toMatchObject({
      error: 'invalid_request',
    })
    const implicit = await ask(browser, 'old', 'id_token')
    expect(implicit.href).toContain('error=unsupported_response_type')
    expect(lines.filter((line) => line.includes('without PKCE'))).toEqual([expect.stringContaining('client old')])
    await other.close()
  })

  test('discovery names the issuer of the settings, S256 only, and the other supported features', async () => {
    const found: object = await (await fetch(`${backend.url}/.well-known/openid-configuration`)).json()
    const others = Object.entries(found).filter(([name]) => !/_endpoint$|_uri$|^claims_supported$/.test(name))
    // Nothing else: the library switches some features on by itself.
    expect(Object.fromEntries(others)).toEqual({
      issuer: backend.url,
      authorization_response_iss_parameter_supported: true,
      response_types_supported: ['code'],
      response_modes_supported: ['form_post', 'fragment', 'query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'offline_access', 'email', 'profile', 'phone', 'marketing'],
      subject_types_supported: ['public'],
      claim_types_supported: ['normal'],
      id_token_signing_alg_values_supported: ['RS256'],
      dpop_signing_alg_values_supported: ['ES256', 'Ed25519', 'EdDSA'],
      acr_values_supported: ['phone'],
      claims_parameter_supported: true,
      request_uri_parameter_supported: false,
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      ui_locales_supported: ['ko', 'en', 'zh', 'ja'],
      prompt_values_supported: ['none', 'login', 'consent', 'create', 'password', 'session', 'select_account'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    })
    const { client_secret = '' } = backend.ctx.settings.clients[0] ?? {}
    const body = { grant_type: 'authorization_code', code: 'x', redirect_uri: 'http://localhost/' }
    const basic = { authorization: `Basic ${Buffer.from(`service-a:${client_secret}`).toString('base64')}` }
    for (const [sent, headers] of [
      [body, basic],
      [{ ...body, client_id: 'service-a', client_secret }, {}],
    ] as const) {
      const reply = await fetch(`${backend.url}/oidc/token`, {
        method: 'POST',
        body: new URLSearchParams(sent),
        headers,
      })
      expect(await reply.json()).toMatchObject({ error: 'invalid_grant' })
    }
  })
})

describe('the database', () => {
  const written = async () => JSON.stringify(await backend.ctx.db.selectFrom('oidc_payloads').selectAll().execute())

  test('shows no session, code or token', async () => {
    const member = await copyOf(backend, 'member')
    const browser = new Browser(backend.url)
    const { url, tokens } = await begin({ scope: 'openid email offline_access', prompt: 'consent' })
    const callback = await finish(browser, await browser.go(url), member)
    const before = await written()
    const set = await tokens(callback)
    // A second visit writes down the session with which it begins.
    await browser.go((await begin({ prompt: 'login' })).url)
    const after = await written()
    expect(after).toContain(String(set.claims()?.sub))
    const session = browser.jar.get('_session /')?.value ?? ''
    expect(session.length).toBeGreaterThan(20)
    for (const secret of [session, callback.searchParams.get('code'), set.access_token, set.refresh_token]) {
      expect(secret).toBeTruthy()
      expect(before + after).not.toContain(secret)
    }
  })

  test('keeps a grant of a session for twelve hours, and for fourteen days if the member stays or has refresh tokens', async () => {
    const hoursOf = async (stays: boolean, more: Record<string, string> = {}) => {
      const [member, { url, tokens }] = [await copyOf(backend, 'member'), await begin(more)]
      const browser = new Browser(backend.url)
      const reply = await browser.signIn(await browser.go(url), member, stays)
      const set = await tokens(await browser.go(String(data(reply).location)))
      const grants = await sql<{ hours: number }>`
        select extract(epoch from expires_at - ${backend.ctx.now()})::float / 3600 as hours from oidc_payloads
        where model = 'Grant' and payload->>'accountId' = ${String(set.claims()?.sub)}`.execute(backend.ctx.db)
      return grants.rows.map(({ hours }) => Math.round(hours))
    }
    expect(await hoursOf(false)).toEqual([12])
    expect(await hoursOf(true)).toEqual([14 * 24])
    expect(await hoursOf(false, { scope: 'openid offline_access', prompt: 'consent' })).toEqual([14 * 24])
  })

  test('shows no invitation', async () => {
    const invited = (await copyOf(backend, 'not-accepted')) as Member & { invitation: string }
    const entry = await new Browser(backend.url).go(
      (await begin({ prompt: 'create', invitation: invited.invitation })).url,
    )
    expect(entry.pathname).toBe('/init/sign-up')
    expect(invited.invitation.length).toBeGreaterThan(20)
    expect(await written()).not.toContain(invited.invitation)
  })

  test('has no value that opens anything', async () => {
    await signedIn()
    const rows = await backend.ctx.db.selectFrom('oidc_payloads').select(['model', 'id']).execute()
    expect(rows.length).toBeGreaterThan(0)
    const provider = createProvider(backend.ctx)
    for (const { id } of rows)
      for (const claimed of [id, `sha256:${id}`]) {
        expect(await provider.Session.find(claimed)).toBeUndefined()
        expect(await provider.AccessToken.find(claimed)).toBeUndefined()
      }
  })
})

describe('codes and tokens', () => {
  test('a code works once; its reuse ends what it gave', async () => {
    const member = await copyOf(backend, 'member')
    const browser = new Browser(backend.url)
    const { url, tokens } = await begin()
    const callback = await finish(browser, await browser.go(url), member)
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => tokens(callback)))
    const won = results.filter((one) => one.status === 'fulfilled')
    expect(won).toHaveLength(1)
    const { config } = await partner(backend)
    const set = won[0]?.value
    await expect(client.fetchUserInfo(config, set?.access_token ?? '', String(set?.claims()?.sub))).rejects.toThrow(
      REFUSED,
    )
  })

  // Security O5: after a 307 or 308 the browser would send the body of the request to the partner as well.
  test('every redirect after a sign-in is 303', async () => {
    const browser = new Browser(backend.url)
    const reply = await browser.signIn(await browser.go((await begin()).url), await copyOf(backend, 'member'))
    const statuses: number[] = []
    let url = new URL(String(data(reply).location))
    while (url.origin === backend.url) {
      const { status, headers } = await browser.send(url.href)
      statuses.push(status)
      url = new URL(headers.get('location') ?? PARTNER, url)
    }
    expect(url.searchParams.get('code')).toBeTruthy()
    expect(statuses.length).toBeGreaterThan(0)
    expect(new Set(statuses)).toEqual(new Set([303]))
  })

  test('a service that does not ask for offline access gets no refresh token', async () => {
    const { tokens } = await signedIn()
    expect(tokens).not.toHaveProperty('refresh_token')
  })

  test('refresh tokens rotate, and an old one ends the line', async () => {
    const member = await copyOf(backend, 'member')
    const browser = new Browser(backend.url)
    const { url, tokens } = await begin({ scope: 'openid email offline_access', prompt: 'consent' })
    const first = await tokens(await finish(browser, await browser.go(url), member))
    const { config } = await partner(backend)
    const second = await client.refreshTokenGrant(config, first.refresh_token ?? '')
    expect(second.refresh_token).not.toBe(first.refresh_token)
    await expect(client.refreshTokenGrant(config, first.refresh_token ?? '')).rejects.toThrow(REFUSED)
    await expect(client.refreshTokenGrant(config, second.refresh_token ?? '')).rejects.toThrow(REFUSED)
  })

  test('a line of refresh tokens ends a day after its last use, and fourteen days after the sign-in', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const HOUR = 3_600_000
    const { config } = await partner(backend)
    const line = async () => {
      const { url, tokens } = await begin({ scope: 'openid email offline_access', prompt: 'consent' })
      const browser = new Browser(backend.url)
      const first = await tokens(await finish(browser, await browser.go(url), await copyOf(backend, 'member')))
      let token = first.refresh_token ?? ''
      return async (hours: number) => {
        vi.setSystemTime(Date.now() + hours * HOUR)
        token = (await client.refreshTokenGrant(config, token)).refresh_token ?? ''
      }
    }
    const idle = await line()
    await idle(23)
    await expect(idle(25)).rejects.toThrow(REFUSED)
    const busy = await line()
    for (let days = 1; days <= 14; days += 1) await busy(23.5)
    await expect(busy(23.5)).rejects.toThrow(REFUSED)
  })

  test('a second sign-in in the same browser begins the fourteen days anew', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { config } = await partner(backend)
    const member = await copyOf(backend, 'member')
    const browser = new Browser(backend.url)
    const signIn = async () => {
      const { url, tokens } = await begin({ scope: 'openid email offline_access', prompt: 'login consent' })
      const reply = await browser.signIn(await browser.go(url), member, true)
      return (await tokens(await browser.go(String(data(reply).location)))).refresh_token ?? ''
    }
    await signIn()
    vi.setSystemTime(Date.now() + 10 * 86_400_000)
    let token = await signIn()
    for (let days = 1; days <= 10; days += 1) {
      vi.setSystemTime(Date.now() + 23.5 * 3_600_000)
      token = (await client.refreshTokenGrant(config, token)).refresh_token ?? ''
    }
    expect(token).not.toBe('')
  })

  test.each([
    ['no PKCE', (url: URL) => url.searchParams.delete('code_challenge')],
    ['plain PKCE', (url: URL) => url.searchParams.set('code_challenge_method', 'plain')],
    ['the implicit flow', (url: URL) => url.searchParams.set('response_type', 'id_token')],
  ])('%s is refused', async (_, change) => {
    const url = new URL((await begin()).url)
    change(url)
    const end = await new Browser(backend.url).go(url.href)
    expect(end.origin).toBe(PARTNER)
    expect(end.href).toMatch(/error=(invalid_request|unsupported_response_type|unauthorized_client)/)
  })

  test('a request without a redirect address is refused, also at a service that has only one', async () => {
    expect(backend.ctx.clients.find(({ client_id }) => client_id === 'service-a')?.redirect_uris).toHaveLength(1)
    const url = new URL((await begin()).url)
    url.searchParams.delete('redirect_uri')
    expect((await new Browser(backend.url).send(url.href)).status).toBe(400)
  })

  test.each([
    `${PARTNER}/callback/`,
    `${PARTNER}/callback?x=1`,
    `${PARTNER}/Callback`,
    'http://localhost:3003/callback',
    'http://localhost:3002.evil.test/callback',
    'http://localhost:3002@evil.test/callback',
    'https://localhost:3002/callback',
    ['java', 'script:alert(1)'].join(''),
    ['JaVa', 'ScRiPt:alert(1)'].join(''),
    '//localhost:3002/callback',
  ])('a redirect to %s is refused with a page of the issuer', async (redirect_uri) => {
    const url = new URL((await begin()).url)
    url.searchParams.set('redirect_uri', redirect_uri)
    const reply = await new Browser(backend.url).send(url.href)
    expect(reply.status).toBe(400)
    expect(reply.headers.get('content-security-policy')).toContain(`default-src 'none'`)
    expect(reply.text).toContain('로그인할\u00a0수\u00a0없어요')
    expect(reply.text, 'leads to the registered service alone').toMatch(
      /<a class="button" href="http:\/\/localhost:3002[^"]*">한걸음 러닝 홈으로 가기<\/a>/,
    )
  })
})
