// What holds for every call: from where it may come, how it must look, and what an answer says.
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { APP, Browser, visitIn } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { arrive, copyOf } from '../start.ts'

const lines: string[] = []
const backend = sharedBackend({ write: (line) => void lines.push(line) })

describe('origins', () => {
  const send = (init: RequestInit & { headers?: Record<string, string> }) => fetch(`${backend.url}/v1/health`, init)

  test('the origin of the app is allowed by name, with cookies', async () => {
    const { status, headers } = await send({ headers: { origin: APP } })
    expect(status).toBe(200)
    expect(headers.get('access-control-allow-origin')).toBe(APP)
    expect(headers.get('access-control-allow-credentials')).toBe('true')
    expect(headers.get('vary')).toContain('Origin')
  })

  test.each([
    'null',
    'http://localhost:3000.evil.test',
    'http://evil.test/http://localhost:3000',
    'http://localhost:30001',
    'http://localhost',
    'https://localhost:3000',
    'HTTP://LOCALHOST:3000',
    'http://app.localhost:3000',
    'http://localhost:3002',
    'http://127.0.0.1:3000',
  ])('%s is not allowed', async (origin) => {
    for (const method of ['GET', 'OPTIONS']) {
      const reply = await send({ method, headers: { origin } })
      expect(reply.status).toBe(403)
      expect(reply.headers.get('access-control-allow-origin')).toBeNull()
      expect(reply.headers.get('vary')).toContain('Origin')
    }
  })

  test('a preflight of the app names the methods and headers', async () => {
    const reply = await send({ method: 'OPTIONS', headers: { origin: APP, 'access-control-request-method': 'POST' } })
    expect(reply.status).toBe(204)
    expect(reply.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, DELETE')
    expect(reply.headers.get('access-control-allow-headers')).toContain('x-authenticator')
  })

  test('without an origin nothing is changed', async () => {
    const { browser, entry } = await arrive(backend)
    const body = JSON.stringify(visitIn(entry))
    const headers = { 'content-type': 'application/json' }
    expect(await browser.send('/v1/verify/sso', { method: 'POST', headers, body })).toMatchObject({ status: 403 })
    expect(await browser.send('/v1/sso-session/x', { method: 'DELETE' })).toMatchObject({ status: 403 })
  })

  test('a page of another origin cannot find out whether a member is signed in', async () => {
    const { browser, entry } = await arrive(backend)
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect(await browser.send(`/v1/init/session${entry.search}`, { headers })).toMatchObject({ status: 403 })
  })
})

describe('bodies', () => {
  const good = { login_id: 'a@b.test', password: 'x', stay_session: false }
  const post = async (body: string, type = 'application/json') =>
    (await arrive(backend)).browser.send('/v1/verify/pwd', {
      method: 'POST',
      headers: { origin: APP, 'content-type': type },
      body,
    })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json, text/plain',
    'text/plain; application/json',
    'application/json\t; charset=utf-8',
    'application/json; charset=utf-16',
    'application/jsonx',
  ])('as %s are refused', async (type) => {
    expect(await post(JSON.stringify(good), type)).toMatchObject({
      status: 415,
      body: { code: 'UNSUPPORTED_MEDIA_TYPE' },
    })
  })

  test.each([
    ['an unknown key', { ...good, roles: ['admin'] }],
    ['a privileged key', { ...good, belong_sk: true }],
    ['a list for a text', { ...good, login_id: ['a@b.test'] }],
    ['an object for a text', { ...good, login_id: { $ne: '' } }],
    ['a number for a text', { ...good, password: 1 }],
    ['a text for a flag', { ...good, stay_session: 'true' }],
    ['a missing field', { login_id: 'a@b.test' }],
    ['null', null],
    ['a list', [good]],
    ['a text that is too long', { ...good, login_id: 'a'.repeat(300) }],
  ])('with %s are refused', async (_, body) => {
    const reply = await post(JSON.stringify(body))
    expect(reply).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
    expect(reply.text).not.toContain('a@b.test')
  })

  test.each([
    ['no JSON', '{"login_id":'],
    ['nothing', ''],
    ['too deep', `${'['.repeat(20)}${']'.repeat(20)}`],
    ['a prototype', '{"__proto__":{"admin":true}}'],
  ])('with %s are refused', async (_, body) => {
    expect(await post(body)).toMatchObject({ status: 400 })
  })

  test('of more than 64 KB are refused, announced or not', async () => {
    const big = JSON.stringify({ ...good, login_id: 'a'.repeat(70_000) })
    expect(await post(big)).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
    const stream = new Blob([big]).stream()
    const chunked = await fetch(`${backend.url}/v1/verify/pwd`, {
      method: 'POST',
      headers: { origin: APP, 'content-type': 'application/json' },
      body: stream,
      duplex: 'half',
    } as RequestInit)
    expect(chunked.status).toBe(413)
  })

  test('a query name that occurs twice is refused', async () => {
    const { browser, entry } = await arrive(backend)
    expect(await browser.get(`/v1/init/login${entry.search}&state=x`)).toMatchObject({ status: 400 })
  })
})

describe('answers', () => {
  test.each([
    ['GET', '/nowhere', 404, 'NOT_FOUND'],
    ['GET', '/v1/verify/pwd', 405, 'METHOD_NOT_ALLOWED'],
    ['PUT', '/v1/init/login', 405, 'METHOD_NOT_ALLOWED'],
    ['POST', '/v1/sso-session/1', 405, 'METHOD_NOT_ALLOWED'],
    ['PATCH', '/v1/verify/pwd', 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/../../etc/passwd', 404, 'NOT_FOUND'],
  ])('%s %s is %i in the one envelope', async (method, path, status, code) => {
    const reply = await new Browser(backend.url).call(method, path)
    expect(reply).toMatchObject({ status, body: { code } })
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/)
    expect(reply.headers.get('x-powered-by')).toBeNull()
    expect(reply.headers.has('allow')).toBe(status === 405)
  })

  test.each(['/v1/health', '/nowhere', '/outbox', '/oidc/auth?client_id=nobody', '/oidc/jwks'])(
    '%s says who may embed it, read it and what it may do',
    async (path) => {
      const { headers } = await new Browser(backend.url).send(path)
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'permissions-policy': expect.stringMatching(/camera=\(\).*geolocation=\(\).*payment=\(\)/) as string,
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-site',
        'origin-agent-cluster': '?1',
        'content-security-policy': expect.stringContaining(`frame-ancestors 'none'`) as string,
      })
      expect(headers.get('strict-transport-security')).toBeNull()
    },
  )

  test('a text of terms can be framed by the app alone, and no other page by any', async () => {
    const ancestors = async (path: string) => {
      const { headers } = await new Browser(backend.url).send(path)
      return /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]
    }
    expect(await ancestors('/terms/SERVICE?language=EN')).toBe(backend.ctx.settings.app_origin)
    for (const path of ['/terms/NOBODY', '/outbox', '/common/terms/v1/rps/suni', '/oidc/auth?client_id=nobody'])
      expect(await ancestors(path)).toBe(`'none'`)
  })

  test('a fault shows an ID alone, and the log has the details under that ID', async () => {
    const { browser } = await arrive(backend)
    const db = backend.ctx.db
    await db.schema.alterTable('services').renameTo('services_away').execute()
    const reply = await browser.get('/v1/profile/rp')
    await db.schema.alterTable('services_away').renameTo('services').execute()
    expect(reply).toMatchObject({ status: 500, body: { code: 'INTERNAL' } })
    const [, id = 'none'] = /correlation id ([\w-]+)/.exec(reply.text) ?? []
    expect(reply.text).not.toMatch(/services|backend\/|select/)
    const line = lines.find((one) => one.includes(id) && one.includes('services')) ?? '{}'
    expect(JSON.parse(line)).toMatchObject({ event: 'fault', level: 'error', request_id: id })
  })

  test('addresses are of the settings, whatever the caller claims', async () => {
    const { port } = new URL(backend.url)
    const raw = (head: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(`${head}\r\nConnection: close\r\n\r\n`))
        let text = ''
        socket.on('data', (chunk) => (text += chunk.toString()))
        socket.on('end', () => resolve(text)).on('error', reject)
      })
    const elsewhere = await raw('GET /v1/health HTTP/1.1\r\nHost: evil.test')
    expect(elsewhere).toContain(' 421 ')
    expect(elsewhere).toContain(`this server expects Host: ${new URL(backend.url).host}`)
    expect(await raw('GET /oidc/auth HTTP/1.1\r\nHost: evil.test')).toContain(' 421 ')
    expect(await raw(`TRACE / HTTP/1.1\r\nHost: localhost:${port}`)).toContain(' 405 ')
    expect(await raw(`GET /${'a'.repeat(9000)} HTTP/1.1\r\nHost: localhost:${port}`)).toContain(' 414 ')
    expect(await raw(`GET / HTTP/1.1\r\nHost: localhost:${port}\r\nX: ${'a'.repeat(20_000)}`)).toContain(' 431 ')
    const forged = 'X-Forwarded-Host: evil.test\r\nX-Forwarded-Proto: https\r\nX-Forwarded-For: 203.0.113.9'
    const path = '/.well-known/openid-configuration'
    expect(await raw(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n${forged}`)).not.toContain('evil.test')
  })

  test('an address in X-Forwarded-For does not open what an address keeps closed', async () => {
    const member = await copyOf(backend, 'ip')
    const forger = new Browser(backend.url, { 'x-forwarded-for': '203.0.113.9' })
    const { browser, entry } = await arrive(backend, {}, { browser: forger })
    expect(await browser.signIn(entry, member)).toMatchObject({ status: 400, body: { detail_code: 4589 } })
  })
})

test('the log holds no password, token, cookie, phone or e-mail address', async () => {
  const member = await copyOf(backend, 'sms')
  const { browser, entry } = await arrive(backend)
  await browser.signIn(entry, { ...member, password: 'wr0ng-canary!' })
  await browser.signIn(entry, member)
  const log = lines.join('')
  expect(log).toContain('sign_in.wrong_password')
  const secrets = [
    member.password,
    'wr0ng-canary!',
    member.phone,
    member.login_id,
    entry.searchParams.get('state') ?? '',
  ]
  for (const secret of [...secrets, ...[...browser.jar.values()].map(({ value }) => value)])
    expect(log).not.toContain(secret)
  const events = await backend.ctx.db.selectFrom('audit_events').select('event').execute()
  expect(events.map(({ event }) => event)).toContain('sign_in.wrong_password')
})

test('no password is kept in the clear, and every hash is argon2id', async () => {
  const rows = await backend.ctx.db.selectFrom('members').select('password_hash').execute()
  expect(rows.length).toBeGreaterThan(15)
  for (const { password_hash } of rows) expect(password_hash).toMatch(/^\$argon2id\$v=19\$/)
})
