// docs/nginx.conf, run by a real nginx between HTTPS clients and both servers.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request as requestPlainly } from 'node:http'
import { connect } from 'node:http2'
import { Agent, request } from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectByTls, type ConnectionOptions } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../server/ports.ts'
import { findNginx } from '../../scripts/run/setUp.ts'
import { headersTooLarge } from '../../server/headersTooLarge.ts'
import { startServer, type RunningServer } from '../../server/app/server.ts'
import { writeTwins } from '../../server/app/compress.ts'
import { start } from '../backend/start.ts'
import type { RunningBackend } from '../../backend/main.ts'
import { certificateIn } from '../support/certificate.ts'

const program = findNginx()

type Sent = { host: string; path: string; method?: string; headers?: Record<string, string>; body?: Buffer }

// `npm test` installs nginx, or says that this was not tested and ends red.
describe.skipIf(program === null)('docs/nginx.conf', () => {
  const folder = mkdtempSync(join(tmpdir(), 'daemun-nginx-'))
  let ports = { tls: 0, plain: 0 }
  let apps: RunningServer[]
  let backend: RunningBackend
  let isAway = false
  const now = new Date()
  let nginx: ReturnType<typeof spawn>

  /** @returns status, headers and the first part of the body of an answer that came through nginx */
  const ask = ({ host, path, method = 'GET', headers = {}, body }: Sent) =>
    new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
      const agent = new Agent({ rejectUnauthorized: false })
      const sent = request(
        { host: '127.0.0.1', port: ports.tls, servername: host, path, method, agent, headers: { host, ...headers } },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          )
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })

  beforeAll(async () => {
    ports = { tls: await freePort(), plain: await freePort() }
    const api = 'https://api.example.com'
    const names = ['AUTH', 'SERVICE', 'PORTAL', 'FILE', 'NODE'].map((name) => [`VITE_${name}_API_URL`, api])
    const env = { ...Object.fromEntries(names), VITE_STORAGE_KEY: 'x'.repeat(16) } as Record<string, string>
    apps = await Promise.all(
      ['before', 'after'].map(async (build) => {
        const dist = join(folder, build)
        spawnSync('mkdir', ['-p', join(dist, 'assets')])
        writeFileSync(
          join(dist, 'index.html'),
          `<html><head><script type="application/json" id="settings">{}</script></head></html>`,
        )
        writeFileSync(join(dist, `assets/${build}.js`), '')
        const paths = ['index.html', `assets/${build}.js`]
        const files = await Promise.all(paths.map(async (path) => ({ path, ...(await writeTwins(join(dist, path))) })))
        const record = { release: build, sources: 's1', locales: ['ko'], scriptHashes: [], styleHashes: [], files }
        writeFileSync(join(dist, 'build.json'), JSON.stringify(record))
        return startServer({ port: 0, env, dist })
      }),
    )
    backend = await start({
      plugIn: undefined,
      url: api,
      app_origin: 'https://id.example.com',
      proxy_hops: 1,
      limits: { visits_per_minute: 2 },
      // The clock stands: a budget grows again with each second.
      now: () => now,
    })
    const { cert, key } = certificateIn(folder)
    const replaced = new Map([
      ['/var/log/nginx/access.log', join(folder, 'access.log')],
      ['/var/log/nginx/error.log', join(folder, 'error.log')],
      ['/etc/ssl/daemun.crt', cert],
      ['/etc/ssl/daemun.key', key],
      ['listen 443', `listen 127.0.0.1:${ports.tls}`],
      ['listen 80', `listen 127.0.0.1:${ports.plain}`],
      [
        'server 127.0.0.1:3000 max_fails=0;',
        apps.map(({ url }) => `server 127.0.0.1:${new URL(url).port} max_fails=0;`).join(' '),
      ],
      ['127.0.0.1:3001', `127.0.0.1:${backend.port}`],
    ])
    const documented = readFileSync('docs/nginx.conf', 'utf8')
    for (const from of replaced.keys()) expect(documented).toContain(from)
    // At once: a port that was put in can begin like one that is replaced.
    const http = documented.replaceAll(
      new RegExp([...replaced.keys()].join('|'), 'g'),
      (from) => replaced.get(from) ?? '',
    )
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; pid ${folder}/pid; error_log stderr warn; events {} http { access_log ${folder}/access.log; ${places.join(' ')}\n${http}\n}`,
    )
    nginx = spawn(program ?? '', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
    await vi.waitFor(async () => expect((await ask({ host: 'id.example.com', path: '/livez' })).status).toBe(200), {
      timeout: 30_000,
    })
  })

  const stop = () => {
    isAway = true
    return Promise.all([backend, ...apps].map((one) => one.close()))
  }

  afterAll(async () => {
    nginx.kill('SIGTERM')
    if (!isAway) await stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('the app keeps its policy and encoding, and gets HSTS', async () => {
    const page = await ask({ host: 'id.example.com', path: '/about', headers: { 'accept-encoding': 'br' } })
    expect(page.status).toBe(200)
    expect(page.headers['content-encoding']).toBe('br')
    expect(page.headers['content-security-policy']).toContain('https://api.example.com')
    expect(page.headers['strict-transport-security']).toContain('max-age=31536000')
  })

  test.each(['id.example.com', 'api.example.com'])(
    'without TLS, %s leads to its own address with TLS',
    async (host) => {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const plain = { host: '127.0.0.1', port: ports.plain, path: '/about?ui_locales=en', headers: { host } }
        requestPlainly(plain, resolve).on('error', reject).end()
      })
      answer.resume()
      expect([answer.statusCode, answer.headers.location]).toEqual([308, `https://${host}/about?ui_locales=en`])
      expect(answer.headers).not.toHaveProperty('strict-transport-security')
    },
  )

  // NOTE: without the security level 0, this client itself would refuse TLS 1.0 and 1.1.
  test.each<[how: string, options: ConnectionOptions, agreed: string]>([
    ['TLS 1.0', { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'ALL@SECLEVEL=0' }, 'refused'],
    ['TLS 1.1', { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' }, 'refused'],
    ['TLS 1.2 without forward secrecy', { maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256' }, 'refused'],
    ['TLS 1.2 without AEAD', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-SHA256' }, 'refused'],
    ['TLS 1.2', { maxVersion: 'TLSv1.2' }, 'TLSv1.2'],
    ['TLS 1.3', {}, 'TLSv1.3'],
  ])('a connection by %s is taken or refused', async (_, options, agreed) => {
    for (const servername of ['id.example.com', 'api.example.com', 'evil.test']) {
      const got = await new Promise((resolve) => {
        const to = { host: '127.0.0.1', port: ports.tls, servername, rejectUnauthorized: false, ...options }
        const socket = connectByTls(to, () => {
          resolve(socket.getProtocol())
          socket.destroy()
        })
        socket.on('error', () => resolve('refused'))
      })
      expect(got, servername).toBe(agreed)
    }
  })

  test('a page of either build gets its files while two builds are served', async () => {
    for (const build of ['before', 'after', 'before', 'after', 'before'])
      expect((await ask({ host: 'id.example.com', path: `/assets/${build}.js` })).status).toBe(200)
    expect((await ask({ host: 'id.example.com', path: '/assets/none.js' })).status).toBe(404)
  })

  test.each(['id.example.com/login', 'api.example.com/oidc/auth'])(
    'cookies that fill the header lead over HTTP/2 to the page that says what to do: %s',
    async (address) => {
      const session = connect(`https://127.0.0.1:${ports.tls}`, { rejectUnauthorized: false })
      const cookie = Array.from({ length: 150 }, (_, at) => `c${at}=${'x'.repeat(400)}`)
      const [authority = '', ...path] = address.split('/')
      const answer = await new Promise((resolve, reject) => {
        const asked = session.request({ ':authority': authority, ':path': `/${path.join('/')}`, cookie })
        let [status, body]: [unknown, string] = [0, '']
        asked.on('response', (headers) => (status = headers[':status']))
        asked.on('data', (chunk: Buffer) => (body += chunk.toString()))
        asked.on('end', () => resolve({ status, body })).on('error', reject)
        asked.end()
      })
      session.close()
      expect(answer).toEqual({ status: 431, body: headersTooLarge.html })
    },
  )

  test('the API knows itself by its Host header and answers CORS to the app', async () => {
    const health = await ask({
      host: 'api.example.com',
      path: '/v1/health',
      headers: { origin: 'https://id.example.com' },
    })
    expect([health.status, health.text]).toEqual([200, '{"data":{"status":"ok"}}'])
    expect(health.headers['access-control-allow-origin']).toBe('https://id.example.com')
    expect(health.headers['strict-transport-security']).toBeDefined()
    const found = await ask({ host: 'api.example.com', path: '/.well-known/openid-configuration' })
    expect(JSON.parse(found.text)).toMatchObject({ issuer: 'https://api.example.com' })
  })

  test('a client cannot escape a rate limit with an X-Forwarded-For of its own', async () => {
    const visit = (forwarded: string) =>
      ask({ host: 'api.example.com', path: '/oidc/auth?client_id=none', headers: { 'x-forwarded-for': forwarded } })
    const answers = []
    for (const last of [1, 2, 3]) answers.push((await visit(`203.0.113.${last}`)).status)
    expect(answers).toEqual([400, 400, 429])
  })

  test('an upload of 10 MB reaches the backend', async () => {
    const answer = await ask({
      host: 'api.example.com',
      path: '/v1/matcher/student/resolve',
      method: 'POST',
      headers: { origin: 'https://id.example.com', 'content-type': 'multipart/form-data; boundary=b' },
      body: Buffer.alloc(10 * 1024 * 1024),
    })
    // The body contains no letter. The backend must refuse it in its envelope, and nginx must not.
    expect(answer.headers['content-type']).toContain('application/json')
    expect(JSON.parse(answer.text)).toHaveProperty('code')
  })

  test('its log has no secret of a link, no token, no name of a visit and no login ID', async () => {
    const secret = 'aSecretThatNobodyMayRead'
    for (const path of [
      `/not-me/${secret}`,
      `/reset-cancel/${secret}`,
      `/change-undo/${secret}`,
      `/oidc/auth/${secret}`,
      `/v1/challenge/join/${secret}%40mail.test?type=general`,
      `/v1/sso-session/${secret}?state=${secret}`,
      `/v1/profile/search/users?reset_token=${secret}&transaction_id=${secret}`,
    ])
      await ask({ host: 'api.example.com', path })
    await ask({ host: 'id.example.com', path: `/init/login?transaction_id=${secret}` })
    const log = () => readFileSync(join(folder, 'access.log'), 'utf8')
    await vi.waitFor(() => expect(log()).toContain(' GET /init/login 200 '), { timeout: 30_000 })
    expect(log()).toContain(' GET /not-me/- 200 ')
    expect(log()).not.toContain(secret)
  })

  test.each([
    ['a body that is too large', { path: '/v1/interests', method: 'POST', body: Buffer.alloc(12 * 1024 * 1024) }, 413],
    ['a method of its own', { path: '/', method: 'TRACE' }, 405],
  ])('it refuses %s with the usual headers, each once, and without its version', async (_, sent, status) => {
    for (const answer of [
      await ask({ host: 'api.example.com', ...sent }),
      await ask({ host: 'api.example.com', path: '/v1/interests' }),
    ]) {
      expect([status, 200]).toContain(answer.status)
      expect(answer.headers).toMatchObject({
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        server: 'nginx',
      })
    }
  })

  test('cookies that fill the header get the page that says what to do', async () => {
    const headers = { cookie: `a=${'x'.repeat(20_000)}` }
    const { status, text } = await ask({ host: 'api.example.com', path: '/oidc/auth', headers })
    expect([status, text]).toEqual([431, expect.stringContaining('쿠키가 너무 많아')])
  })

  test('a request for a name that is not its own gets no answer', async () => {
    await expect(ask({ host: 'evil.test', path: '/' })).rejects.toThrow('socket hang up')
    const plain = fetch(`http://127.0.0.1:${ports.plain}/`, { redirect: 'manual' })
    await expect(plain).rejects.toThrow('fetch failed')
  })

  describe('while no instance answers', () => {
    const call = (more: Partial<Sent> = {}) => ask({ host: 'api.example.com', path: '/v1/interests', ...more })
    const preflight = async () => {
      const { headers } = await call({ method: 'OPTIONS', headers: { origin: 'https://id.example.com' } })
      return ['methods', 'headers'].map((name) => headers[`access-control-allow-${name}`])
    }
    let allowed: unknown[]
    beforeAll(async () => {
      allowed = await preflight()
      await stop()
    })

    test('the app reads when to try again, and the page of another origin reads nothing', async () => {
      const origin = 'https://id.example.com'
      for (const path of ['/v1/interests', '/oidc/auth?client_id=a']) {
        const { status, headers, text } = await call({ path, headers: { origin } })
        expect([status, headers['retry-after'], JSON.parse(text)]).toEqual([503, '2', { code: 'SERVICE_UNAVAILABLE' }])
        expect(headers).toMatchObject({
          'access-control-allow-origin': origin,
          'access-control-allow-credentials': 'true',
          'access-control-expose-headers': 'Retry-After',
        })
      }
      const foreign = await call({ headers: { origin: 'https://evil.test' } })
      expect(foreign.status).toBe(503)
      expect(foreign.headers).not.toHaveProperty('access-control-allow-origin')
      expect(foreign.headers).not.toHaveProperty('access-control-allow-credentials')
    })

    test('a browser that asks before a call is let through to hear of it', async () => {
      const { status, headers } = await call({ method: 'OPTIONS', headers: { origin: 'https://id.example.com' } })
      expect(status).toBe(204)
      expect(headers['access-control-allow-headers']).toContain('x-authenticator')
      // As the backend itself answers.
      expect(await preflight()).toEqual(allowed)
    })

    test('the logs say which instance has failed, and no secret of a link or query', async () => {
      const secret = 'aSecretOfTheOutage'
      for (const path of [`/change-undo/${secret}`, `/oidc/auth?client_id=a&state=${secret}`])
        expect((await call({ path })).status).toBe(503)
      const log = (name: string) => readFileSync(join(folder, name), 'utf8')
      await vi.waitFor(() => expect(log('access.log')).toMatch(/ GET \/change-undo\/- 503 .* 127\.0\.0\.1:\d+ 502$/m), {
        timeout: 30_000,
      })
      expect(log('access.log') + log('error.log')).not.toContain(secret)
    })

    test.each(['api.example.com', 'id.example.com'])('a page of %s says in four languages what to do', async (host) => {
      const { status, headers, text } = await call({
        host,
        path: '/oidc/auth?client_id=a',
        headers: { accept: 'text/html' },
      })
      expect([status, headers['content-type'], headers['retry-after']]).toEqual([503, 'text/html', '2'])
      for (const words of ['새로 고쳐 주세요', 'Please reload this page', '刷新页面', '再読み込み'])
        expect(text).toContain(words)
    })
  })

  test('a call that can be made once is not sent to another instance, even if the first one dies of it', async () => {
    const asked = [0, 0]
    const dying = asked.map((_, at) =>
      createServer((socket) =>
        socket.once('data', () => {
          asked[at] = (asked[at] ?? 0) + 1
          socket.destroy()
        }),
      ),
    )
    for (const one of dying) await new Promise<void>((done) => one.listen(0, '127.0.0.1', done))
    const servers = dying.map((one) => `server 127.0.0.1:${(one.address() as AddressInfo).port} max_fails=0;`)
    const file = join(folder, 'nginx.conf')
    const single = /server 127\.0\.0\.1:\d+ max_fails=1 fail_timeout=5s;/
    const before = readFileSync(file, 'utf8')
    expect(before).toMatch(single)
    writeFileSync(file, before.replace(single, servers.join(' ')))
    nginx.kill('SIGHUP')
    const askedBy = async (path: string) => {
      asked.fill(0)
      expect((await ask({ host: 'api.example.com', path })).status).toBe(503)
      return asked.reduce((all, one) => all + one, 0)
    }
    // The former process of nginx answers for a moment, and asks nobody.
    const isAskedBy = (path: string, instances: number) =>
      vi.waitFor(async () => expect(await askedBy(path)).toBe(instances), { timeout: 20_000 })
    await isAskedBy('/v1/interests', 2)
    await isAskedBy('/oidc/auth/one-use', 1)
    await isAskedBy('/v1/challenge/join/a@b.test?type=general', 1)
    for (const one of dying) one.close()
  })
})
