// Security O: what discovery names works, no page may read the answers for services, and a sign-out ends every token.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { sql } from 'kysely'
import * as client from 'openid-client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Browser, data } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { copyOf, PARTNER, partner, signInAt, type Member } from '../start.ts'

const backend = sharedBackend()

const discovery = async () =>
  (await (await fetch(`${backend.url}/.well-known/openid-configuration`)).json()) as Record<string, unknown>

const finish = async (browser: Browser, url: string, member: Member) => {
  const reply = await browser.signIn(await browser.go(url), member)
  expect(reply.status).toBe(200)
  return browser.go(String(data(reply).location))
}

/** The answer to an anonymous call without parameters. It shows that the endpoint exists and names what is missing. */
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

describe('a service that sends its parameters as a form (OpenID Connect Core §3.1.2.1)', () => {
  const post = (browser: Browser, path: string, body: URLSearchParams) =>
    browser.send(path, {
      method: 'POST',
      body: body.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

  test('signs a member in', async () => {
    const { url, tokens } = await (await partner(backend)).begin()
    const { pathname, searchParams } = new URL(url)
    const browser = new Browser(backend.url)
    const reply = await post(browser, pathname, searchParams)
    expect(reply.status).toBe(303)
    const back = await finish(browser, String(reply.headers.get('location')), await copyOf(backend, 'member'))
    expect((await tokens(new URL(back))).claims()?.sub).toBeTruthy()
  })

  test('signs a member out', async () => {
    const browser = new Browser(backend.url)
    const reply = await post(browser, '/oidc/logout', new URLSearchParams({ client_id: 'service-a' }))
    expect([reply.status, reply.headers.get('location')]).toEqual([303, '/oidc/logout?client_id=service-a'])
  })

  test.each([
    ['is too large', 413, 'application/x-www-form-urlencoded', `state=${'x'.repeat(9000)}`],
    ['is no form', 415, 'application/json', '{}'],
  ])('is refused with a page if what it sends %s', async (_, status, type, body) => {
    const reply = await new Browser(backend.url).send('/oidc/auth', {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    })
    expect(reply.status).toBe(status)
    expect(reply.text).toContain('<h1>로그인할\u00a0수\u00a0없어요</h1>')
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply.headers.get('content-security-policy')).toContain(`frame-ancestors 'none'`)
  })
})

test.each([
  ['/oidc/logout?id_token_hint=none', '로그아웃하지 못했어요'],
  ['/oidc/auth?client_id=unknown', '로그인할\u00a0수\u00a0없어요'],
])('%s fails with a page that says what did not happen', async (path, title) => {
  const reply = await fetch(backend.url + path, { headers: { accept: 'text/html', 'accept-language': 'ko' } })
  expect(await reply.text()).toContain(`<h1>${title}</h1>`)
})

test('a sign-out that its service has asked for wrongly can be done all the same', async () => {
  const browser = new Browser(backend.url)
  const { tokens } = await signInAt(backend, browser, await copyOf(backend, 'member'))
  const wrong = new URLSearchParams({ id_token_hint: `${tokens?.id_token}x`, ui_locales: 'en' })
  const failed = await browser.send(`/oidc/logout?${wrong}`, { headers: { accept: 'text/html' } })
  expect(failed.text).toContain('<h1>You were not signed out</h1>')
  const [, question = ''] = /<a href="([^"]+)">Sign out</.exec(failed.text) ?? []
  expect((await browser.send(question)).text).toContain('<h1>Sign out?</h1>')
})

test('a sign-out without a member leaves a session that ends within the hour', async () => {
  const browser = new Browser(backend.url)
  await browser.send('/oidc/logout')
  const { expires_at } = await backend.ctx.db
    .selectFrom('oidc_payloads')
    .select('expires_at')
    .where('model', '=', 'Session')
    .orderBy('expires_at', 'desc')
    .executeTakeFirstOrThrow()
  expect(expires_at?.getTime()).toBeLessThan(Date.now() + 3_600_000)
})

test('a service cannot push an authorization request (RFC 9126) for a redirect URI that is not registered, nor without its secret', async () => {
  const { config } = await partner(backend)
  const parameters = { scope: 'openid', code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }
  const elsewhere = { ...parameters, redirect_uri: 'https://evil.test/callback' }
  await expect(client.buildAuthorizationUrlWithPAR(config, elsewhere)).rejects.toThrow(/error/i)
  const address = String((await discovery()).pushed_authorization_request_endpoint)
  const body = new URLSearchParams({ ...parameters, redirect_uri: `${PARTNER}/callback`, client_id: 'service-a' })
  expect((await fetch(address, { method: 'POST', body })).status).toBe(401)
})

test('a client that was written from the RFCs alone pushes its request, and binds its tokens to a key (DPoP, RFC 9449), which are nothing without the key', async () => {
  const { pushed_authorization_request_endpoint, authorization_endpoint, token_endpoint, userinfo_endpoint } =
    await discovery()
  const secret = backend.ctx.settings.clients.find(({ client_id }) => client_id === 'service-a')?.client_secret ?? ''
  const authorization = `Basic ${Buffer.from(`service-a:${encodeURIComponent(secret)}`).toString('base64')}`
  const ask = async (address: unknown, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const init = { method: 'POST', headers: { authorization, ...headers }, body: new URLSearchParams(fields) }
    const reply = await fetch(String(address), init)
    return { status: reply.status, body: (await reply.json()) as Record<string, string> }
  }
  const code_verifier = randomBytes(32).toString('base64url')
  const pushed = await ask(pushed_authorization_request_endpoint, {
    client_id: 'service-a',
    redirect_uri: `${PARTNER}/callback`,
    response_type: 'code',
    scope: 'openid email',
    state: 'state',
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  expect(pushed).toMatchObject({ status: 201, body: { request_uri: expect.stringMatching(/^urn:/) } })
  const url = new URL(String(authorization_endpoint))
  url.search = new URLSearchParams({ client_id: 'service-a', request_uri: pushed.body.request_uri ?? '' }).toString()
  const member = await copyOf(backend, 'member')
  const code = (await finish(new Browser(backend.url), url.href, member)).searchParams.get('code') ?? ''

  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  const proofOf = (htm: string, htu: unknown, more: object = {}) =>
    new SignJWT({ htm, htu: String(htu), jti: randomUUID(), ...more })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
      .setIssuedAt()
      .sign(privateKey)
  const grant = { grant_type: 'authorization_code', code, code_verifier, redirect_uri: `${PARTNER}/callback` }
  const tokens = await ask(token_endpoint, grant, { dpop: await proofOf('POST', token_endpoint) })
  expect(tokens).toMatchObject({ status: 200, body: { token_type: 'DPoP' } })
  const { access_token = '' } = tokens.body
  const ath = createHash('sha256').update(access_token).digest('base64url')
  const userinfo = async (dpop: string) => {
    const headers = { authorization: `DPoP ${access_token}`, dpop }
    const reply = await fetch(String(userinfo_endpoint), { headers })
    return { status: reply.status, body: await reply.json() }
  }
  const proof = await proofOf('GET', userinfo_endpoint, { ath })
  expect(await userinfo(proof)).toMatchObject({ status: 200, body: { email: member.login_id } })
  const stolen = { authorization: `Bearer ${access_token}` }
  expect((await fetch(String(userinfo_endpoint), { headers: stolen })).status).toBe(401)
  // A proof counts once, for one address and one token.
  for (const other of [
    proof,
    await proofOf('GET', userinfo_endpoint),
    await proofOf('GET', token_endpoint, { ath }),
    await proofOf('POST', userinfo_endpoint, { ath }),
  ])
    expect((await userinfo(other)).status).toBe(401)
})

test('a proof of possession is taken in each algorithm that discovery names, and in no other one', async () => {
  const { token_endpoint, dpop_signing_alg_values_supported } = await discovery()
  const answerTo = async (alg: string) => {
    const { publicKey, privateKey } = await generateKeyPair(alg)
    const dpop = await new SignJWT({ htm: 'POST', htu: String(token_endpoint), jti: randomUUID() })
      .setProtectedHeader({ alg, typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
      .setIssuedAt()
      .sign(privateKey)
    const { client_secret = '' } = backend.ctx.settings.clients.find(({ client_id }) => client_id === 'service-a') ?? {}
    const asked = {
      grant_type: 'authorization_code',
      code: 'x',
      redirect_uri: `${PARTNER}/callback`,
      code_verifier: 'v'.repeat(43),
    }
    const body = new URLSearchParams({ ...asked, client_id: 'service-a', client_secret })
    const reply = await fetch(String(token_endpoint), { method: 'POST', headers: { dpop }, body })
    return ((await reply.json()) as { error: string }).error
  }
  // The code is unknown.
  for (const alg of dpop_signing_alg_values_supported as string[])
    expect(await answerTo(alg), alg).toBe('invalid_grant')
  expect(await answerTo('RS256')).toBe('invalid_dpop_proof')
})

test('the code comes in the fragment of the address where the request asks for it', async () => {
  const url = new URL((await (await partner(backend)).begin()).url)
  url.searchParams.set('response_mode', 'fragment')
  const back = await finish(new Browser(backend.url), url.href, await copyOf(backend, 'member'))
  expect([back.search, new URLSearchParams(back.hash.slice(1)).get('code')]).toEqual(['', expect.any(String)])
})

describe('CORS', () => {
  const FOR_SERVICES = ['token', 'userinfo', 'revocation', 'par']
  test.each(FOR_SERVICES)('lets no page read an answer of %s, nor ask for one', async (name) => {
    for (const origin of ['https://evil.test', PARTNER, 'null']) {
      const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' }
      const path = `${backend.url}/oidc/${name}`
      const asked = await fetch(path, { method: 'POST', headers, body: 'client_id=service-a' })
      const wanted = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
      const preflight = await fetch(path, { method: 'OPTIONS', headers: { origin, ...wanted } })
      for (const reply of [asked, preflight])
        expect([...reply.headers.keys()].filter((one) => one.startsWith('access-control-'))).toEqual([])
    }
  })

  test('lets every page read discovery and the public keys', async () => {
    for (const path of ['/.well-known/openid-configuration', '/oidc/jwks']) {
      const reply = await fetch(backend.url + path, { headers: { origin: 'https://anywhere.test' } })
      expect(reply.headers.get('access-control-allow-origin')).toBe('https://anywhere.test')
      expect(reply.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })
})

async function offline() {
  const member = await copyOf(backend, 'member')
  const browser = new Browser(backend.url)
  const service = await partner(backend)
  const { config } = service
  const { url, tokens } = await service.begin({ scope: 'openid email offline_access', prompt: 'consent' })
  const set = await tokens(await finish(browser, url, member))
  const refresh = () => client.refreshTokenGrant(config, set.refresh_token ?? '')
  const works = () =>
    refresh().then(
      () => true,
      () => false,
    )
  const userinfo = async () =>
    (await fetch(`${backend.url}/oidc/userinfo`, { headers: { authorization: `Bearer ${set.access_token}` } })).status
  return { member, browser, config, set, works, userinfo }
}

describe('a service that revokes a token (RFC 7009)', () => {
  test.each(['refresh_token', 'access_token'] as const)(
    'ends both by its %s, and the member stays signed in',
    async (kind) => {
      const notice = vi.spyOn(console, 'info')
      onTestFinished(() => notice.mockRestore())
      const { browser, config, set, works, userinfo } = await offline()
      await client.tokenRevocation(config, set[kind] ?? '')
      expect([await userinfo(), await works()]).toEqual([401, false])
      await client.tokenRevocation(config, set[kind] ?? '')
      const { url, tokens } = await (await partner(backend)).begin({ prompt: 'none' })
      expect((await tokens(await browser.go(url))).claims()?.sub).toBe(set.claims()?.sub)
      // The library would write beside the log, once in a process.
      expect(notice).not.toHaveBeenCalled()
    },
  )

  test('ends nothing of another service, and no wrong secret ends anything', async () => {
    const { set, works, userinfo } = await offline()
    const { config } = await partner(backend, 'service-b')
    await expect(client.tokenRevocation(config, set.access_token)).rejects.toMatchObject({ error: 'invalid_request' })
    const thief = new client.Configuration(config.serverMetadata(), 'service-a', 'wrong')
    client.allowInsecureRequests(thief)
    await expect(client.tokenRevocation(thief, set.access_token)).rejects.toMatchObject({ error: 'invalid_client' })
    expect([await userinfo(), await works()]).toEqual([200, true])
  })
})

describe('signing out', () => {
  test('at the issuer revokes refresh and access tokens', async () => {
    const { browser, config, set, works, userinfo } = await offline()
    const other = await offline()
    const url = client.buildEndSessionUrl(config, { id_token_hint: set.id_token ?? '' })
    await browser.go(url.href).catch(() => null)
    await expect.poll(userinfo).toBe(401)
    expect(await works()).toBe(false)
    expect(await other.works()).toBe(true)
  })

  test('of one account in the app revokes its tokens, also by the call after one that failed', async () => {
    const { browser, works } = await offline()
    const entry = await browser.go((await (await partner(backend)).begin({ prompt: 'select_account' })).url)
    const { sso_sessions } = data(await browser.get(`/v1/init/login${entry.search}`)) as {
      sso_sessions: { id: string }[]
    }
    const end = async () => (await browser.call('DELETE', `/v1/sso-session/${sso_sessions[0]?.id}`)).status
    const { db } = backend.ctx
    await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end'`.execute(
      db,
    )
    await sql`create trigger refused before delete on oidc_payloads for each row when (old.model = 'Grant')
      execute function refuse()`.execute(db)
    expect(await end()).toBe(500)
    await sql`drop function refuse cascade`.execute(db)
    expect([await end(), await works()]).toEqual([204, false])
  })
})

test('email_verified is true only for an address that was proved', async () => {
  const member = await copyOf(backend, 'member')
  const claims = async () => (await signInAt(backend, new Browser(backend.url), member)).claims
  expect(await claims()).toMatchObject({ email: member.login_id, email_verified: true })
  const { db } = backend.ctx
  await db.updateTable('members').set({ email_verified: false }).where('login_id', '=', member.login_id).execute()
  expect(await claims()).toMatchObject({ email: member.login_id, email_verified: false })
})
