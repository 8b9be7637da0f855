// @vitest-environment node
// Security O: what discovery names works, no page may read the answers for services, and a sign-out ends every token.
import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sandbox } from '../../sandbox/main'
import { Browser, data } from './browser'
import { copyOf, PARTNER, partner, signInAt, start, type Member } from './start'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await start()
}, 60_000)
afterAll(() => sandbox.close())

const discovery = async () =>
  (await (await fetch(`${sandbox.url}/.well-known/openid-configuration`)).json()) as Record<string, unknown>

const finish = async (browser: Browser, url: string, member: Member) => {
  const reply = await browser.signIn(await browser.go(url), member)
  expect(reply.status).toBe(200)
  return browser.go(String(data(reply).location))
}

/** What an anonymous call without parameters is answered: the endpoint is there, and says what is missing. */
const ANSWERS: Record<string, { method: 'GET' | 'POST'; status: number; error?: string }> = {
  authorization_endpoint: { method: 'GET', status: 400 },
  token_endpoint: { method: 'POST', status: 400, error: 'invalid_request' },
  userinfo_endpoint: { method: 'GET', status: 401, error: 'invalid_token' },
  revocation_endpoint: { method: 'POST', status: 400, error: 'invalid_request' },
  pushed_authorization_request_endpoint: { method: 'POST', status: 400, error: 'invalid_request' },
  end_session_endpoint: { method: 'GET', status: 200 },
  jwks_uri: { method: 'GET', status: 200 },
}

test('every endpoint that discovery names answers as such', async () => {
  const named = Object.entries(await discovery()).filter(([name]) => /_endpoint$|_uri$/.test(name))
  expect(named.map(([name]) => name).toSorted()).toEqual(Object.keys(ANSWERS).toSorted())
  for (const [name, address] of named) {
    const { method, status, error } = ANSWERS[name] ?? { method: 'GET', status: 0 }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const reply = await fetch(String(address), { method, ...(method === 'POST' && { headers: form, body: 'a=b' }) })
    expect(reply.status, name).toBe(status)
    const text = await reply.text()
    expect(text, name).toContain(error ? `"error":"${error}"` : '')
  }
})

describe('a service that pushes its authorization request (RFC 9126)', () => {
  test('signs a member in', async () => {
    const { config } = await partner(sandbox)
    const verifier = client.randomPKCECodeVerifier()
    const state = client.randomState()
    const url = await client.buildAuthorizationUrlWithPAR(config, {
      redirect_uri: `${PARTNER}/callback`,
      scope: 'openid email',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    })
    expect([...url.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri'])
    const member = await copyOf(sandbox, 'member')
    const callback = await finish(new Browser(sandbox.url), url.href, member)
    const checks = { pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: true }
    expect((await client.authorizationCodeGrant(config, callback, checks)).claims()?.email).toBe(member.login_id)
  })

  test('cannot push one for a redirect URI that is not registered, nor without its secret', async () => {
    const { config } = await partner(sandbox)
    const parameters = { scope: 'openid', code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }
    const elsewhere = { ...parameters, redirect_uri: 'https://evil.test/callback' }
    await expect(client.buildAuthorizationUrlWithPAR(config, elsewhere)).rejects.toThrow(/error/i)
    const address = String((await discovery()).pushed_authorization_request_endpoint)
    const body = new URLSearchParams({ ...parameters, redirect_uri: `${PARTNER}/callback`, client_id: 'service-a' })
    expect((await fetch(address, { method: 'POST', body })).status).toBe(401)
  })
})

test('a service that binds its tokens to a key (DPoP, RFC 9449) gets bound tokens, which are nothing without the key', async () => {
  const service = await partner(sandbox)
  const { config } = service
  const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'))
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const nonce = client.randomNonce()
  const { url } = await service.begin({
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  const member = await copyOf(sandbox, 'member')
  const callback = await finish(new Browser(sandbox.url), url, member)
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce }
  const set = await client.authorizationCodeGrant(config, callback, checks, undefined, { DPoP })
  expect(set.token_type).toBe('dpop')
  const sub = String(set.claims()?.sub)
  expect((await client.fetchUserInfo(config, set.access_token, sub, { DPoP })).email).toBe(member.login_id)
  const stolen = await fetch(`${sandbox.url}/oidc/userinfo`, {
    headers: { authorization: `Bearer ${set.access_token}` },
  })
  expect(stolen.status).toBe(401)
})

describe('CORS', () => {
  const FOR_SERVICES = ['token', 'userinfo', 'revocation', 'par']
  test.each(FOR_SERVICES)('lets no page read an answer of %s, nor ask for one', async (name) => {
    for (const origin of ['https://evil.test', PARTNER, 'null']) {
      const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' }
      const path = `${sandbox.url}/oidc/${name}`
      const asked = await fetch(path, { method: 'POST', headers, body: 'client_id=service-a' })
      const wanted = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
      const preflight = await fetch(path, { method: 'OPTIONS', headers: { origin, ...wanted } })
      for (const reply of [asked, preflight])
        expect([...reply.headers.keys()].filter((one) => one.startsWith('access-control-'))).toEqual([])
    }
  })

  test('lets every page read discovery and the public keys', async () => {
    for (const path of ['/.well-known/openid-configuration', '/oidc/jwks']) {
      const reply = await fetch(sandbox.url + path, { headers: { origin: 'https://anywhere.test' } })
      expect(reply.headers.get('access-control-allow-origin')).toBe('https://anywhere.test')
      expect(reply.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })
})

describe('signing out', () => {
  async function offline() {
    const member = await copyOf(sandbox, 'member')
    const browser = new Browser(sandbox.url)
    const service = await partner(sandbox)
    const { config } = service
    const { url, tokens } = await service.begin({ scope: 'openid email offline_access', prompt: 'consent' })
    const set = await tokens(await finish(browser, url, member))
    const refresh = () => client.refreshTokenGrant(config, set.refresh_token ?? '')
    const works = () =>
      refresh().then(
        () => true,
        () => false,
      )
    return { member, browser, config, set, works }
  }

  test('at the issuer revokes refresh and access tokens', async () => {
    const { browser, config, set, works } = await offline()
    const other = await offline()
    const url = client.buildEndSessionUrl(config, { id_token_hint: set.id_token ?? '' })
    await browser.go(url.href).catch(() => null)
    const userinfo = () =>
      fetch(`${sandbox.url}/oidc/userinfo`, { headers: { authorization: `Bearer ${set.access_token}` } })
    await expect.poll(async () => (await userinfo()).status).toBe(401)
    expect(await works()).toBe(false)
    expect(await other.works()).toBe(true)
  })

  test('of one account in the app revokes its tokens', async () => {
    const { browser, works } = await offline()
    const entry = await browser.go((await (await partner(sandbox)).begin({ prompt: 'select_account' })).url)
    const { sso_sessions } = data(await browser.get(`/v1/init/login${entry.search}`)) as {
      sso_sessions: { id: string }[]
    }
    expect((await browser.call('DELETE', `/v1/sso-session/${sso_sessions[0]?.id}`)).status).toBe(204)
    expect(await works()).toBe(false)
  })
})

test('email_verified is true only for an address that was proved', async () => {
  const member = await copyOf(sandbox, 'member')
  const claims = async () => (await signInAt(sandbox, new Browser(sandbox.url), member)).claims
  expect(await claims()).toMatchObject({ email: member.login_id, email_verified: true })
  const { db } = sandbox.ctx
  await db.updateTable('members').set({ email_verified: false }).where('login_id', '=', member.login_id).execute()
  expect(await claims()).toMatchObject({ email: member.login_id, email_verified: false })
})
