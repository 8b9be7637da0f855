// The static server: what each path answers, and with which headers.
import { once } from 'node:events'
import { cpSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as rawRequest } from 'node:http'
import { connect } from 'node:http2'
import { request as secureRequest } from 'node:https'
import { connect as plainConnect, createServer, type Socket } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as tlsConnect } from 'node:tls'
import { CspEvaluator } from 'csp_evaluator'
import { Severity } from 'csp_evaluator/dist/finding'
import { CspParser } from 'csp_evaluator/dist/parser'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { writeTwins } from '../../server/app/compress.ts'
import { errorPage, signOutNow } from '../../backend/oidc/pages.ts'
import { inlineHashes } from '../../server/app/html.ts'
import { reportTaker } from '../../server/app/reports.ts'
import { startServer, type RunningServer } from '../../server/app/server.ts'
import { headersTooLarge } from '../../server/headersTooLarge.ts'
import { certificateIn } from '../support/certificate.ts'

const api = 'http://localhost:9001'
const env = {
  VITE_AUTH_API_URL: api,
  VITE_SERVICE_API_URL: api,
  VITE_PORTAL_API_URL: 'https://portal.test/base',
  VITE_FILE_API_URL: api,
  VITE_NODE_API_URL: api,
  VITE_STORAGE_KEY: 'sixteen-and-more-</script>',
  VITE_LOCALES: 'ko,en,zh',
  VITE_REDIRECT_ORIGINS: 'http://localhost:9002',
  ASSET_ORIGINS: 'https://pictures.test',
  BACKEND_PASSKEY_ORIGINS: 'https://learn.test, https://id.example.kr',
  SECURITY_CONTACTS: 'mailto:security@daemun.test, https://daemun.test/report',
}
const page = (root: string) =>
  `<html><head><script type="application/json" id="settings">{}</script><script>early()</script><link rel="modulepreload" crossorigin href="/assets/app-1.js"><link rel="modulepreload" crossorigin href="/assets/lib-1.js"><style>a{}</style></head><body><div id="root">${root}</div><script type="module" async crossorigin src="/assets/app-1.js"></script></body></html>`

const dist = mkdtempSync(join(tmpdir(), 'daemun-dist-'))
let server: RunningServer
const lines: string[] = []

beforeAll(async () => {
  mkdirSync(join(dist, 'assets'))
  const files: Record<string, string> = {
    'index.html': page(''),
    'assets/app-1.js': 'export const a = 1;'.repeat(200),
    'analytics.html': readFileSync('public/analytics.html', 'utf8'),
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  }
  for (const locale of ['ko', 'en', 'zh', 'ja']) {
    files[`login.${locale}.html`] = page(`form ${locale}`)
    for (const name of ['initJoin', 'account']) files[`${name}.${locale}.html`] = page(`${name} ${locale}`)
  }
  const sizes = []
  for (const [path, text] of Object.entries(files)) {
    writeFileSync(join(dist, path), text)
    sizes.push({ path, ...(await writeTwins(join(dist, path))) })
  }
  const record = {
    release: 'r1',
    sources: 's1',
    locales: ['ko', 'en', 'zh', 'ja'],
    scriptHashes: [],
    styleHashes: [],
    files: sizes,
  }
  writeFileSync(join(dist, 'build.json'), JSON.stringify(record))
  server = await startServer({ port: 0, env, dist, log: (line) => lines.push(line) })
})
afterAll(async () => {
  await server.close()
  rmSync(dist, { recursive: true })
})

const get = (path: string, init: RequestInit = {}) => fetch(server.url + path, init)

/** Sends these bytes. Keeps the received data even if the connection then breaks. */
function call(url: string, bytes: string): { socket: Socket; heard: () => string } {
  const socket = plainConnect(Number(new URL(url).port), '127.0.0.1')
  let heard = ''
  socket.on('data', (data: Buffer) => (heard += data.toString())).on('error', () => {})
  socket.write(bytes)
  return { socket, heard: () => heard }
}
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))
/** Sends the path unchanged. `fetch` would normalise it. */
const raw = (path: string) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const { port } = new URL(server.url)
    rawRequest({ host: '127.0.0.1', port, path }, (answer) => {
      let body = ''
      answer.on('data', (data: Buffer) => (body += data.toString()))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
    })
      .on('error', reject)
      .end()
  })

describe('the security headers', () => {
  test.each(['/', '/init/login', '/error/404', '/assets/app-1.js', '/assets/gone.js', '/healthz', '/favicon.svg'])(
    '%s has them all',
    async (path) => {
      const { headers } = await get(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('origin-agent-cluster')).toBe('?1')
      expect(headers.get('permissions-policy')).toContain('camera=()')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('content-type')).toBeTruthy()
      expect(headers.has('server') || headers.has('x-powered-by')).toBe(false)
    },
  )

  test('the policy of a page names the inline parts by hash, the APIs and the pictures, and nothing wider', async () => {
    const policy = (await get('/init/login')).headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/)
    expect(policy).toMatch(/style-src 'self' 'sha256-[^']+' 'sha256-47DEQpj8HBSa\+\/TImW\+5JCeuQeRkm5NMpJWZG3hSuFU=';/)
    expect(policy).toContain(`connect-src 'self' ${api} https://portal.test;`)
    expect(policy).toContain(
      `img-src 'self' data: ${api} https://portal.test https://pictures.test http://localhost:9002;`,
    )
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
    expect(policy).not.toMatch(/unsafe|\*/)
  })
})

/** The findings of csp_evaluator above "medium maybe". */
const judged = (policy: string) =>
  new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => severity < Severity.MEDIUM_MAYBE)
    .map(({ directive, description }) => `${directive}: ${description}`)

test('a header above 16 KB is answered by a page that says what to do', async () => {
  const { socket, heard } = call(server.url, `GET / HTTP/1.1\r\nHost: a\r\nCookie: a=${'b'.repeat(20_000)}\r\n\r\n`)
  await closed(socket)
  const [head = '', body] = heard().split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1.1 431 /)
  expect(head).toContain(`content-security-policy: ${headersTooLarge.policy}`)
  expect(head).toMatch(/x-content-type-options: nosniff/)
  expect(body).toBe(headersTooLarge.html)
  expect(body).toContain('</svg>대문 · Daemun</p>')
})

test('a request that is no HTTP gets a status and the security headers alone', async () => {
  const { socket, heard } = call(server.url, 'what is this\r\n\r\n')
  await closed(socket)
  const text = heard()
  expect(text).toMatch(/^HTTP\/1.1 400 /)
  expect(text).toMatch(/x-content-type-options: nosniff\r\n/)
  expect(text).toMatch(/content-security-policy: [^\r]*frame-ancestors 'none'/)
  expect(text).toMatch(/\r\n\r\n$/)
})

describe('the policies before an outside judge', () => {
  const secure = { ...env, VITE_REDIRECT_ORIGINS: 'https://partner.test' }
  for (const name of ['AUTH', 'SERVICE', 'PORTAL', 'FILE', 'NODE'] as const)
    secure[`VITE_${name}_API_URL`] = 'https://api.test'

  test.each(['/', '/init/login', '/favicon.svg', '/healthz'])('%s', async (path) => {
    const other = await startServer({ port: 0, env: secure, dist })
    const { headers } = await fetch(other.url + path)
    await other.close()
    expect(judged(headers.get('content-security-policy') ?? '')).toEqual([])
  })

  test.each([
    ['a page of the issuer', errorPage('ko', { error: 'x', description: 'y', id: 'z' }).policy],
    [
      'a page of the issuer with a script',
      signOutNow('ko', '<form></form>', ['https://partner.test'], 'Daemun').policy,
    ],
  ])('%s', (_, policy) => expect(judged(policy)).toEqual([]))

  test('the judge finds a policy that allows inline scripts', () =>
    expect(judged("script-src 'self' 'unsafe-inline'")).not.toEqual([]))
})

describe('the routing', () => {
  test('a path of the app gets the neutral page, the entry gets the form', async () => {
    expect(await (await get('/join/info')).text()).toContain('<div id="root"></div>')
    expect(await (await get('/init/login?transaction_id=1')).text()).toContain('form ko')
  })

  test.each([
    ['the entry takes the language that the query names', '/init/login?ui_locales=fr%20en-US', '', 'form en'],
    ['the entry takes the language that the visitor chose before', '/init/login', 'a=b; daemun_locale=zh', 'form zh'],
    [
      'the choice over TLS wins over another host of the site',
      '/init/login',
      'daemun_locale=en; __Host-daemun_locale=zh',
      'form zh',
    ],
    ['the query wins over the choice', '/init/login?ui_locales=en', 'daemun_locale=zh', 'form en'],
    ['a language that is not offered is not shown', '/init/login?ui_locales=ja', '', 'form ko'],
    ['the login page takes the choice first', '/login?ui_locales=en', 'daemun_locale=zh', 'form zh'],
    [
      'a page of a visit takes the language of the visit',
      '/login',
      'daemun_visit_locale=en; daemun_locale=zh',
      'form en',
    ],
    ['an entry begins its own visit', '/init/login', 'daemun_visit_locale=en', 'form ko'],
    ['the login page takes what the query names if nothing was chosen', '/login?ui_locales=en', '', 'form en'],
    ['a join has a page of its own', '/init/join?ui_locales=en', '', 'initJoin en'],
    ['all pages of the account have the same one', '/account/security', 'daemun_locale=zh', 'account zh'],
    ['languages are parted by blanks, as the app parts them', '/init/login?ui_locales=fr%09en', '', 'form ko'],
  ])('%s', async (_, path, cookie, form) => {
    const answer = await get(path, { headers: { cookie } })
    expect(await answer.text()).toContain(form)
    expect(answer.headers.get('vary')).toBe('accept-encoding, cookie')
  })

  test('a file that is gone is 404 and never a page', async () => {
    const answer = await get('/assets/app-0.js')
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
  })

  test.each(['/../../../../etc/passwd', '/assets/../build.json', '/assets/%2e%2e/%2e%2e/package.json', '//etc/passwd'])(
    '%s does not leave the folder of the app',
    async (path) => {
      const { body } = await raw(path)
      expect(body).not.toMatch(/root:|"files"|"dependencies"/)
    },
  )

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is refused', async (method) => {
    const answer = await get('/', { method })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
  })

  test('a browser reads which other origins may use the passkeys of this domain', async () => {
    const answer = await fetch(`${server.url}/.well-known/webauthn`)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(await answer.json()).toEqual({ origins: ['https://learn.test', 'https://id.example.kr'] })
  })

  test('a password manager that wants to change the password reaches the page for it', async () => {
    const answer = await fetch(`${server.url}/.well-known/change-password`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/account/security'])
    const other = await fetch(
      `${server.url}/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200`,
    )
    expect(other.status).toBe(404)
  })

  test('security.txt names the contacts of the settings, for the next month', async () => {
    const answer = await fetch(`${server.url}/.well-known/security.txt`)
    const lines = (await answer.text()).trim().split('\n')
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(lines.slice(0, 2)).toEqual(['Contact: mailto:security@daemun.test', 'Contact: https://daemun.test/report'])
    const days = (Date.parse(lines[2]?.replace('Expires: ', '') ?? '') - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(30)
  })

  test('HEAD has the headers and no body', async () => {
    const answer = await get('/', { method: 'HEAD' })
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(100)
    expect(await answer.text()).toBe('')
  })
})

describe('the caches and encodings', () => {
  test('hashed files stay, pages are asked for again', async () => {
    expect((await get('/assets/app-1.js')).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const first = await get('/login')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const again = await get('/login', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
  })

  test.each([
    ['br, gzip', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['identity', null],
  ])('%s is answered with %s', async (accepted, encoding) => {
    const answer = await get('/assets/app-1.js', { headers: { 'accept-encoding': accepted } })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(await answer.text()).toMatch(/^export const a = 1;/)
  })
})

describe('an address that does not exist', () => {
  test.each(['/metrics', '/readyz/more', '/nowhere', '/join/nowhere'])(
    '%s answers 404 without a page to a program',
    async (path) => {
      const answer = await get(path)
      expect(answer.status).toBe(404)
      expect(await answer.text()).toBe('Not Found\n')
    },
  )

  test('shows the error page to a browser, with status 404, and never 304', async () => {
    const etag = (await get('/error/404')).headers.get('etag') ?? ''
    const answer = await get('/nowhere', { headers: { accept: 'text/html,*/*;q=0.8', 'if-none-match': etag } })
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('<div id="root"></div>')
  })
})

describe('the settings', () => {
  test('are in the page, and none of them can end its block', async () => {
    const html = await (await get('/')).text()
    expect(html).toContain('sixteen-and-more-\\u003c/script>')
    expect(html).toContain(`"VITE_AUTH_API_URL":"${api}"`)
    expect(lines).toEqual([])
  })

  test('a wrong one is named in a line, and the page is allowed nothing', async () => {
    const told: string[] = []
    const wrong = { ...env, VITE_AUTH_API_URL: 'not-an-address', VITE_STORAGE_KEY: 'short' }
    const other = await startServer({ port: 0, env: wrong, dist, log: (line) => told.push(line) })
    const answer = await fetch(`${other.url}/init/login`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('<div id="root"></div>')
    expect(answer.headers.get('content-security-policy')).toContain("connect-src 'self';")
    expect(told.map((line) => line.split(':')[0])).toEqual(['setting VITE_AUTH_API_URL', 'setting VITE_STORAGE_KEY'])
    expect(told.join()).not.toContain('not-an-address')
    await other.close()
  })

  test('a server with a wrong one runs and is not ready, so that no proxy sends visitors to it', async () => {
    expect((await get('/healthz')).status).toBe(200)
    const other = await startServer({ port: 0, env: { ...env, VITE_LOCALES: 'xx' }, dist })
    const answer = await fetch(`${other.url}/healthz`)
    expect(answer.status).toBe(503)
    expect(await answer.text()).toBe('settings\n')
    await other.close()
  })

  test.each([
    ['a misspelt name', { VITE_JOIN_CLIENT_ID: 'a' }, 'VITE_JOIN_CLIENT_ID: no setting has this name'],
    ['an asset origin with a path', { ASSET_ORIGINS: 'https://cdn.test/logos' }, 'ASSET_ORIGINS: http(s) origins'],
    ['an asset origin that is no URL', { ASSET_ORIGINS: 'cdn.test' }, 'ASSET_ORIGINS: http(s) origins'],
    [
      'a contact that is no address',
      { SECURITY_CONTACTS: 'security@daemun.test' },
      'SECURITY_CONTACTS: mailto: or https addresses',
    ],
  ])('%s stops the start', async (_, wrong, sentence) => {
    await expect(startServer({ port: 0, env: { ...env, ...wrong }, dist })).rejects.toThrow(sentence)
  })

  test.each([
    [
      'a certificate that is not there',
      { TLS_CERT_FILE: '/nowhere.crt', TLS_KEY_FILE: '/nowhere.key' },
      'TLS_CERT_FILE cannot be read (ENOENT)',
    ],
    [
      'a certificate that is none',
      { TLS_CERT_FILE: 'package.json', TLS_KEY_FILE: 'package.json' },
      'TLS_CERT_FILE and TLS_KEY_FILE: not a certificate and its key',
    ],
  ])('%s is named', async (_, tls, sentence) => {
    await expect(startServer({ port: 0, env: { ...env, ...tls }, dist })).rejects.toThrow(sentence)
  })

  test('HOST set to nothing is this machine, not every address', async () => {
    const other = await startServer({ port: 0, host: '', env, dist })
    expect(new URL(other.url).hostname).toBe('localhost')
    const others = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
    const refused = others
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => fetch(other.url.replace('localhost', address)).catch(() => 'refused'))
    expect((await Promise.all(refused)).filter((answer) => answer !== 'refused')).toEqual([])
    await other.close()
  })

  test('an address that this machine does not have is named', async () => {
    const own = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address))
    const host = ['192.0.2.1', '198.51.100.1', '203.0.113.1'].find((address) => !own.includes(address)) ?? ''
    const elsewhere = startServer({ port: 0, host, env, dist })
    await expect(elsewhere).rejects.toThrow(`HOST: this machine cannot listen at ${host} (EADDRNOTAVAIL)`)
  })

  test('a taken port is one clear sentence', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const address = taken.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    await expect(startServer({ port, env, dist })).rejects.toThrow(`Port ${port} is taken`)
    taken.close()
  })

  test('without a build there is one clear sentence', async () => {
    await expect(startServer({ port: 0, env, dist: join(dist, 'nothing') })).rejects.toThrow('run npm run build')
  })

  test('with an incomplete build there is one clear sentence', async () => {
    const half = mkdtempSync(join(tmpdir(), 'daemun-half-'))
    cpSync(dist, half, { recursive: true })
    rmSync(join(half, 'assets/app-1.js'))
    await expect(startServer({ port: 0, env, dist: half })).rejects.toThrow(/is not whole .*run npm run build/)
    rmSync(half, { recursive: true })
  })
})

describe('an end that is asked for', () => {
  const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'
  /** A half-sent request that the server has begun to read. The server confirms with 100 Continue. */
  async function begin(url: string) {
    const fields = ['Host: a', 'Content-Type: application/csp-report', 'Content-Length: 2', 'Expect: 100-continue']
    const busy = call(url, ['POST /csp-report HTTP/1.1', ...fields, '', '['].join('\r\n'))
    await vi.waitFor(() => expect(busy.heard()).toBe(CONTINUE), { timeout: 30_000 })
    return busy
  }

  test('answers 503 at the readiness address while a request is open, finishes that request, then closes', async () => {
    const other = await startServer({ port: 0, env, dist })
    const ready = async () => {
      const answer = await fetch(`${other.url}/readyz`)
      return [answer.status, await answer.text()]
    }
    expect(await ready()).toEqual([200, 'ok\n'])
    const { socket, heard } = await begin(other.url)
    const end = other.close()
    expect(await ready()).toEqual([503, 'stopping\n'])
    expect((await fetch(`${other.url}/livez`)).status).toBe(200)
    socket.write(']')
    await end
    await closed(socket)
    expect(heard().slice(CONTINUE.length)).toMatch(/^HTTP\/1\.1 400 /)
    await expect(fetch(`${other.url}/livez`)).rejects.toThrow('fetch failed')
  })

  test('waits no longer than it may', async () => {
    const other = await startServer({ port: 0, env, dist, timeouts: { end: 100 } })
    const { socket, heard } = await begin(other.url)
    await Promise.all([other.close(), closed(socket)])
    expect(heard()).toBe(CONTINUE)
  })
})

describe('the frame of the tag manager', () => {
  test('is not there without an id', async () => {
    const answer = await get('/analytics.html')
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    expect((await get('/')).headers.get('content-security-policy')).toContain("frame-src 'none'")
  })

  test('has an id of the settings, an origin of its own, and its one script by hash', async () => {
    const other = await startServer({ port: 0, env: { ...env, VITE_TAG_MANAGER_ID: 'GTM-TEST' }, dist })
    const answer = await fetch(`${other.url}/analytics.html?id=GTM-OTHER`)
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(html).toContain('{"VITE_TAG_MANAGER_ID":"GTM-TEST"}')
    expect(html).not.toMatch(/GTM-OTHER|<script src/)
    const policy = answer.headers.get('content-security-policy') ?? ''
    const [script = ''] = inlineHashes(html).script
    expect(policy).toContain(`script-src ${script} https://www.googletagmanager.com;`)
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toMatch(/sandbox allow-scripts(;|$)/)
    expect(policy).toMatch(/^default-src 'none'/)
    expect(policy).not.toMatch(/unsafe|frame-ancestors 'none'/)
    expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    const page = await fetch(`${other.url}/login`)
    expect(page.headers.get('x-frame-options')).toBe('DENY')
    expect(page.headers.get('content-security-policy')).toContain("frame-src 'self';")
    expect(page.headers.get('content-security-policy')).not.toContain('googletagmanager')
    await other.close()
  })
})

test('the policy of a page names exactly the origins whose texts of terms it frames', async () => {
  const frames = async (more: Record<string, string>) => {
    const other = await startServer({ port: 0, env: { ...env, ...more }, dist })
    const policy = (await fetch(`${other.url}/login`)).headers.get('content-security-policy') ?? ''
    await other.close()
    return /frame-src ([^;]*);/.exec(policy)?.[1]
  }
  const VITE_TERMS_ORIGINS = 'https://terms.test,http://localhost:9001'
  expect(await frames({ VITE_TERMS_ORIGINS: '' })).toBe("'none'")
  expect(await frames({ VITE_TERMS_ORIGINS })).toBe('https://terms.test http://localhost:9001')
  expect(await frames({ VITE_TERMS_ORIGINS, VITE_TAG_MANAGER_ID: 'GTM-TEST' })).toBe(
    "'self' https://terms.test http://localhost:9001",
  )
})

describe('the policies and the support of the operator', () => {
  const VITE_POLICIES_URL = 'https://help.test/pages/'
  const started = async (more: Record<string, string>) => {
    const log: string[] = []
    const other = await startServer({ port: 0, env: { ...env, ...more }, dist, log: (line) => log.push(line) })
    return { other, log }
  }

  test('take the place of those of the demonstration, to which a prerendered page links', async () => {
    const { other } = await started({ VITE_POLICIES_URL })
    const asked = (path: string) => fetch(other.url + path, { redirect: 'manual' })
    const answer = await asked('/policies/support.ko.html?from=footer')
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('https://help.test/pages/support.ko.html')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    for (const path of ['/policies/policy.css', '/policies/other.ko.html', '/policies/support.ko.html/x'])
      expect((await asked(path)).headers.get('location'), path).toBeNull()
    await other.close()
    expect((await get('/policies/support.ko.html', { redirect: 'manual' })).headers.get('location')).toBeNull()
  })

  test.each([
    ['are missed in production', { NODE_ENV: 'production' }, [expect.stringMatching(/^VITE_POLICIES_URL is missing/)]],
    ['are named in production', { NODE_ENV: 'production', VITE_POLICIES_URL }, []],
    ['are not needed elsewhere', {}, []],
  ])('%s', async (_, more, expected) => {
    const { other, log } = await started(more)
    await other.close()
    expect(log).toEqual(expected)
  })
})

describe('reports of a broken policy', () => {
  const CANARY = 'canary'
  const report = (uri: string) => ({
    'csp-report': {
      'document-uri': `${uri}?transaction_id=canary&state=canary#canary`,
      'effective-directive': 'script-src-elem',
      'blocked-uri': `https://user:${CANARY}@evil.test/x.js?${CANARY}`,
    },
  })
  const post = (body: string, type = 'application/csp-report') =>
    get('/csp-report', { method: 'POST', headers: { 'content-type': type }, body })

  test('are asked for by every page', async () => {
    expect((await get('/login')).headers.get('content-security-policy')).toContain('report-uri /csp-report')
  })

  test('become one line without a query', async () => {
    lines.length = 0
    const answer = await post(JSON.stringify(report('http://localhost:3000/init/login')))
    expect(answer.status).toBe(204)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(lines).toEqual(['csp script-src-elem blocked https://evil.test/x.js at http://localhost:3000/init/login'])
    lines.length = 0
  })

  test.each([
    ['another type', '{}', 'application/json', 415],
    ['no JSON', '{"csp-report":', 'application/csp-report', 400],
    ['no report', '[1]', 'application/csp-report', 400],
    [
      'too much',
      JSON.stringify({ 'csp-report': { 'blocked-uri': 'a'.repeat(17_000) } }),
      'application/csp-report',
      413,
    ],
    ['far too much', 'a'.repeat(3_000_000), 'application/csp-report', 413],
  ])('%s is refused and not logged', async (_, body, type, status) => {
    expect((await post(body, type)).status).toBe(status)
    expect(lines).toEqual([])
  })

  test('are taken at one address and in one way', async () => {
    expect((await get('/csp-report')).headers.get('allow')).toBe('POST')
    expect((await get('/csp-report/x', { method: 'POST', body: '{}' })).status).toBe(405)
  })

  test('are limited: a flood is refused', () => {
    const told: string[] = []
    let now = 0
    const take = reportTaker(
      (line) => told.push(line),
      () => now,
    )
    const body = Buffer.from(JSON.stringify(report('http://localhost:3000/login')))
    const answers = Array.from({ length: 1000 }, () => take('application/csp-report', body))
    expect(answers.filter((status) => status === 204)).toHaveLength(60)
    expect(answers.at(-1)).toBe(429)
    expect(told).toHaveLength(60)
    now = 60_000
    expect(take('application/csp-report', body)).toBe(204)
  })

  test('that are invalid hide no valid one', () => {
    const take = reportTaker(
      () => {},
      () => 0,
    )
    for (let time = 0; time < 100; time += 1) {
      take('text/plain', Buffer.from('x'))
      take('application/csp-report', Buffer.from('{'))
    }
    const real = Buffer.from(JSON.stringify(report('http://localhost:3000/login')))
    expect(take('application/csp-report', real)).toBe(204)
  })

  test.each([
    ['inline', 'inline'],
    ['data', 'data'],
    ['data:text/html,canary', 'data:'],
    ['line\nbreak', '-'],
    ['http://a.test/%0d%0a\r\nx', 'http://a.test/%0d%0ax'],
  ])('an address such as %j is written as %s', (blocked, written) => {
    const told: string[] = []
    const body = {
      'csp-report': { 'document-uri': 'about', 'effective-directive': 'img-src\nx', 'blocked-uri': blocked },
    }
    reportTaker((line) => told.push(line))('application/csp-report', Buffer.from(JSON.stringify(body)))
    expect(told).toEqual([`csp img-src blocked ${written} at about`])
  })
})

const { cert, key } = certificateIn(dist)
const tls = { TLS_CERT_FILE: cert, TLS_KEY_FILE: key }

test.each([
  ['a request without Host', 'GET /login HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 405],
  ['an unknown expectation', 'GET /login HTTP/1.1\r\nHost: localhost\r\nExpect: x\r\nConnection: close\r\n\r\n', 417],
])('%s has the headers of every other answer', async (_, head, status) => {
  const { socket } = call(server.url, head)
  let text = ''
  socket.on('data', (bytes: Buffer) => (text += bytes.toString()))
  await once(socket, 'close')
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  const lines = text.toLowerCase()
  for (const name of ['x-content-type-options: nosniff', 'x-frame-options: deny', 'referrer-policy: no-referrer'])
    expect(lines).toContain(name)
  expect(lines).toContain('content-security-policy: ')
})

describe('over TLS', () => {
  let secure: RunningServer
  beforeAll(async () => {
    secure = await startServer({ port: 0, env: { ...env, ...tls }, dist })
  })
  afterAll(() => secure.close())
  const options = () => ({ port: new URL(secure.url).port, host: '127.0.0.1', rejectUnauthorized: false })

  test('a page is held to TLS, over HTTP/1.1 and HTTP/2', async () => {
    expect(secure.url).toMatch(/^https:/)
    const headers = await new Promise<Record<string, unknown>>((resolve, reject) => {
      const asked = secureRequest({ ...options(), path: '/login' }, (answer) => {
        answer.resume()
        resolve(answer.headers)
      })
      asked.on('error', reject).end()
    })
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    const session = connect(secure.url, { rejectUnauthorized: false })
    const [status, html] = await new Promise<[unknown, string]>((resolve, reject) => {
      const asked = session.request({ ':path': '/login' })
      let [code, text] = [0 as unknown, '']
      asked.on('response', (answer) => (code = answer[':status']))
      asked.on('data', (chunk: Buffer) => (text += chunk.toString()))
      asked.on('end', () => resolve([code, text])).on('error', reject)
      asked.end()
    })
    session.close()
    expect(status).toBe(200)
    expect(html).toContain('form ko')
  })

  describe('a browser with many cookies, each in a field of its own', () => {
    /** The answer to a request with so many cookies of this length. */
    async function withCookies(count: number, length: number) {
      const session = connect(secure.url, { rejectUnauthorized: false })
      const cookie = Array.from({ length: count }, (_, at) => `c${at}=${'x'.repeat(length)}`)
      const heard = await new Promise<{ headers: Record<string, unknown>; body: string }>((resolve, reject) => {
        const asked = session.request({ ':path': '/login', cookie })
        let [headers, body]: [Record<string, unknown>, string] = [{}, '']
        // A character can stand in two chunks.
        asked.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
        asked.on('response', (got) => (headers = got))
        asked.on('end', () => resolve({ headers, body })).on('error', reject)
        asked.end()
      })
      session.close()
      return heard
    }

    test('opens a page over HTTP/2', async () => {
      const { headers, body } = await withCookies(180, 30)
      expect([headers[':status'], body.includes('form ko')]).toEqual([200, true])
    })

    test('reads above 16 KB what to do, over HTTP/2 as well', async () => {
      const { headers, body } = await withCookies(20, 1000)
      expect(headers[':status']).toBe(431)
      expect(headers['content-security-policy']).toBe(headersTooLarge.policy)
      expect(headers['strict-transport-security']).toBeDefined()
      expect(body).toBe(headersTooLarge.html)
    })
  })

  describe('what a page begins with', () => {
    /** The statuses of the informational responses and of the final response. */
    async function said(path: string, headers: Record<string, string>): Promise<[unknown, unknown][]> {
      const session = connect(secure.url, { rejectUnauthorized: false })
      const heard: [unknown, unknown][] = []
      await new Promise<void>((resolve, reject) => {
        const asked = session.request({ ':path': path, ...headers })
        for (const event of ['headers', 'response'])
          asked.on(event, (got: Record<string, unknown>) => heard.push([got[':status'], got['link']]))
        asked
          .on('end', () => resolve())
          .on('error', reject)
          .resume()
          .end()
      })
      session.close()
      return heard
    }
    const opens = { 'sec-fetch-mode': 'navigate' }
    const link = '</assets/app-1.js>; rel=modulepreload, </assets/lib-1.js>; rel=modulepreload'

    test.each(['/init/login', '/join'])('is named to a browser that opens %s, before the page', async (path) => {
      expect(await said(path, opens)).toEqual([
        [103, link],
        [200, undefined],
      ])
    })

    test.each([
      ['has an older one', '/login', { ...opens, 'if-none-match': '"x"' }],
      ['does not open it', '/login', { 'sec-fetch-mode': 'cors' }],
      ['opens a file', '/favicon.svg', opens],
    ])('is not named to a browser that %s', async (_, path, headers) => {
      expect(await said(path, headers)).toEqual([[200, undefined]])
    })
  })

  describe('a client that takes too long', () => {
    const timeouts = { request: 250, idle: 250, check: 50 }
    let brief: RunningServer
    beforeAll(async () => {
      brief = await startServer({ port: 0, env: { ...env, ...tls }, dist, timeouts })
    })
    afterAll(() => brief.close())

    test('an HTTP/2 connection without a request is ended', async () => {
      const session = connect(brief.url, { rejectUnauthorized: false }).on('error', () => {})
      await new Promise<void>((resolve) => session.once('close', () => resolve()))
      expect(session.destroyed).toBe(true)
    })

    /** Sends a request whose body does not end. @returns what becomes of it */
    function dripping(url: string, method: string, path: string) {
      const session = connect(url, { rejectUnauthorized: false }).on('error', () => {})
      const asked = session.request({ ':path': path, ':method': method }, { endStream: false }).on('error', () => {})
      const drops = setInterval(() => asked.writable && asked.write(' '), 20)
      const status = new Promise<unknown>((resolve) => asked.once('response', (answer) => resolve(answer[':status'])))
      const cutOff = new Promise<void>((resolve) => asked.resume().once('close', () => resolve())).then(() => {
        clearInterval(drops)
        session.destroy()
      })
      return { status, cutOff }
    }

    test('a report that drips is cut off without an answer, over HTTP/2', async () => {
      const { status, cutOff } = dripping(brief.url, 'POST', '/csp-report')
      expect(await Promise.race([status, cutOff])).toBeUndefined()
    })

    test('a page with a body that drips is cut off after its answer, over HTTP/2', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      const { status, cutOff } = dripping(secure.url, 'GET', '/login')
      expect(await status).toBe(200)
      vi.advanceTimersByTime(10_000)
      await cutOff
    })

    test.each([
      ['headers', 'GET /login HTTP/1.1\r\nHost: a\r\n', 'A: b\r\n'],
      ['a report', 'POST /csp-report HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n', ' '],
      ['nothing', '', ''],
    ])('%s that drip over HTTP/1.1 end the connection', async (_, head, drop) => {
      const { port } = new URL(brief.url)
      const socket = tlsConnect({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false })
      socket.on('error', () => {}).resume()
      socket.write(head)
      const drops = setInterval(() => socket.writable && socket.write(drop), 20)
      await new Promise<void>((resolve) => socket.once('close', () => resolve()))
      clearInterval(drops)
      expect(socket.destroyed).toBe(true)
    })
  })

  test('what is sent is cut into pieces that can be read as they arrive', async () => {
    let seen = Buffer.alloc(0)
    const between = createServer((browser) => {
      const there = plainConnect({ port: Number(options().port), host: '127.0.0.1' })
      there.on('data', (bytes) => (seen = Buffer.concat([seen, bytes])))
      browser.pipe(there).pipe(browser)
    }).listen(0, '127.0.0.1')
    await once(between, 'listening')
    const { port } = between.address() as { port: number }
    const body = await new Promise<number>((resolve) => {
      const asked = secureRequest({ ...options(), port, path: '/assets/app-1.js', agent: false }, (answer) => {
        let length = 0
        answer.on('data', (bytes: Buffer) => (length += bytes.length)).on('end', () => resolve(length))
      })
      asked.end()
    })
    between.close()
    const DATA = 23
    const HEADER = 5
    const pieces: number[] = []
    for (let at = 0; at + HEADER <= seen.length; at += HEADER + seen.readUInt16BE(at + 3))
      if (seen[at] === DATA) pieces.push(seen.readUInt16BE(at + 3))
    expect(body).toBeGreaterThan(3_000)
    expect(pieces.filter((length) => length > 1_000).length).toBeGreaterThan(2)
    expect(Math.max(...pieces.slice(-3))).toBeLessThan(1_400)
  })

  test('an old version of TLS is refused', async () => {
    const outcome = await new Promise<string>((resolve) => {
      const old = { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
      const socket = tlsConnect({ ...options(), port: Number(options().port), ...old }, () => resolve('connected'))
      socket.on('error', () => resolve('refused'))
    })
    expect(outcome).toBe('refused')
  })

  test('a caller begins no second handshake in a connection: it would cost the server many times what it costs the caller', async () => {
    const outcome = await new Promise<string>((resolve) => {
      const socket = tlsConnect({ ...options(), port: Number(options().port), maxVersion: 'TLSv1.2' }, () => {
        socket.renegotiate({ rejectUnauthorized: false }, (error) => {
          resolve(error ? 'refused' : 'renegotiated')
          socket.destroy()
        })
      })
      socket.on('error', () => resolve('refused'))
    })
    expect(outcome).toBe('refused')
  })

  const atTls12 = (ciphers: string) =>
    new Promise<string>((resolve) => {
      const socket = tlsConnect({ ...options(), port: Number(options().port), maxVersion: 'TLSv1.2', ciphers }, () => {
        resolve(socket.getCipher().name)
        socket.destroy()
      })
      socket.on('error', () => resolve('refused'))
    })

  test.each(['AES128-GCM-SHA256', 'AES256-SHA256', 'ECDHE-RSA-AES128-SHA256', 'ECDHE-RSA-AES256-SHA384', 'AES128-SHA'])(
    'refuses the suite %s, without forward secrecy or authenticated encryption, over TLS 1.2',
    async (suite) => expect(await atTls12(suite)).toBe('refused'),
  )

  test('takes a suite with forward secrecy and authenticated encryption over TLS 1.2', async () => {
    expect(await atTls12('ECDHE-RSA-AES128-GCM-SHA256')).toBe('ECDHE-RSA-AES128-GCM-SHA256')
  })
})

describe('without TLS', () => {
  test('no page claims TLS, and half a certificate is one clear sentence', async () => {
    expect((await get('/')).headers.has('strict-transport-security')).toBe(false)
    const half = startServer({ port: 0, env: { ...env, TLS_CERT_FILE: 'own.crt' }, dist })
    await expect(half).rejects.toThrow('TLS needs both')
  })

  test('a client that sends requests and reads no answer delays no shutdown', async () => {
    // The limit lies far beyond the test's own time-out, so the test fails when the shutdown waits for this client.
    const other = await startServer({ port: 0, env, dist, timeouts: { idle: 200, end: 600_000 } })
    const { socket } = call(other.url, 'GET /assets/app-1.js HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(8000))
    await once(socket, 'data')
    socket.pause()
    await other.close()
    socket.destroy()
    await expect(fetch(other.url)).rejects.toThrow('fetch failed')
  })
})
