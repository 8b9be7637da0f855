// @vitest-environment node
// Security E1: connections that never become a request keep no descriptor, and nobody else waits for them. At the app's server and at the backend.
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectSecurely } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { writeTwins } from '../../server/app/compress.ts'
import { createHttpServer, listen } from '../../backend/http/httpServer.ts'
import { parseEnvironment } from '../../backend/settings/environment.ts'
import { startServer, type RunningServer } from '../../server/app/server.ts'
import { Browser } from '../backend/browser.ts'
import { copyOf, partner, start } from '../backend/start.ts'
import { isComplete } from '../support/someOf.ts'
import { certificateIn } from '../support/certificate.ts'

/** Many times what an address may keep. */
const FLOOD = isComplete ? 5_000 : 500
const PER_ADDRESS = 100
/** In milliseconds: a busy machine must not end by a time limit what only a number or a clock may end. */
const PATIENT = { headers: 60_000, idle: 60_000, keepAlive: 60_000 }
/** The address of the attacker. A member behind the same address would lose connections to the attacker's. */
const ATTACKER = '127.0.0.2'

const dist = mkdtempSync(join(tmpdir(), 'daemun-connections-'))
const { cert, key } = certificateIn(dist)
const names = ['AUTH', 'SERVICE', 'PORTAL', 'FILE', 'NODE'].map((name) => [`VITE_${name}_API_URL`, 'https://api.test'])
const env = { ...Object.fromEntries(names), VITE_STORAGE_KEY: 'x'.repeat(16) } as Record<string, string>
const tls = { TLS_CERT_FILE: cert, TLS_KEY_FILE: key }

beforeAll(async () => {
  const page = '<html><head><script type="application/json" id="settings">{}</script></head></html>'
  writeFileSync(join(dist, 'index.html'), page)
  const built = [{ path: 'index.html', ...(await writeTwins(join(dist, 'index.html'))) }]
  const record = { release: 'r1', sources: 's1', locales: ['ko'], scriptHashes: [], styleHashes: [], files: built }
  writeFileSync(join(dist, 'build.json'), JSON.stringify(record))
})
afterAll(() => rmSync(dist, { recursive: true }))

const portOf = (url: string) => Number(new URL(url).port)

/** The first bytes of a TLS handshake, which then says no more: a record of 512 bytes of which five have arrived. */
const HALF_HELLO = Buffer.from([22, 3, 1, 2, 0, 1])

/** Opens connections that begin with these bytes and then do nothing. */
function flood(url: string, count: number, bytes: string | Buffer, localAddress = '127.0.0.1') {
  const sockets: Socket[] = []
  const ends = new EventEmitter()
  const standing = () => sockets.filter((socket) => !socket.closed).length
  const shrunk = async (left: number) => {
    while (standing() > left) await once(ends, 'end')
  }
  const openOne = async () => {
    const socket = connect({ port: portOf(url), host: '127.0.0.1', localAddress }).on('error', () => {})
    sockets.push(socket)
    // Not `once(socket, …)`, which fails by an error: the server may reset the connection.
    await new Promise<void>((resolve) => {
      socket.on('close', () => resolve(void ends.emit('end')))
      socket.resume().once('connect', resolve)
    })
    socket.write(bytes)
  }
  return {
    /** Resolves when each of them has been accepted. */
    opened: (async () => {
      for (let left = count; left > 0; left -= 250)
        await Promise.all(Array.from({ length: Math.min(left, 250) }, openOne))
    })(),
    /** Resolves when each of them has the first bytes of an answer. */
    async answered() {
      for (const socket of sockets) if (socket.bytesRead === 0) await once(socket, 'data')
    },
    /** The number that the server has not ended. */
    standing,
    /** Resolves when the server has ended all but `left` of them. */
    shrunk,
    async end() {
      for (const socket of sockets) socket.destroy()
      await shrunk(0)
    },
  }
}

/** Opens a page over a new HTTP/2 connection. @returns its status */
function openPage(url: string): Promise<unknown> {
  const session = connectSecurely(url, { rejectUnauthorized: false })
  return new Promise<unknown>((resolve, reject) => {
    session.on('error', reject)
    const asked = session.request({ ':path': '/login' })
    asked.on('response', (headers) => resolve(headers[':status']))
    asked.on('error', reject).resume().end()
  }).finally(() => session.close())
}

describe(`${FLOOD} half-open connections`, () => {
  test('with the app: pages are served meanwhile, and few of the connections stay open', async () => {
    const caps = { APP_CONNECTIONS_PER_ADDRESS: String(PER_ADDRESS) }
    const server = await startServer({ port: 0, env: { ...env, ...tls, ...caps }, dist })
    const attack = flood(server.url, FLOOD, HALF_HELLO, ATTACKER)
    const served: unknown[] = []
    for (let page = 0; page < 50; page += 1) served.push(await openPage(server.url))
    await attack.opened
    served.push(await openPage(server.url))
    await attack.shrunk(PER_ADDRESS)
    expect(new Set(served)).toEqual(new Set([200]))
    await attack.end()
    await server.close()
  })

  test('with the backend: members sign in meanwhile', async () => {
    const backend = await start({ connections: { per_address: PER_ADDRESS } })
    const service = await partner(backend)
    const members = await Promise.all(Array.from({ length: 5 }, () => copyOf(backend, 'member')))
    const attack = flood(backend.url, FLOOD, 'GET /v1/health HTTP/1.1\r\n', ATTACKER)
    const statuses: number[] = []
    for (const member of members) {
      const browser = new Browser(backend.url)
      const { url } = await service.begin()
      statuses.push((await browser.signIn(await browser.go(url), member)).status)
    }
    await attack.opened
    await attack.shrunk(PER_ADDRESS)
    expect(statuses).toEqual(members.map(() => 200))
    await attack.end()
    await backend.close()
  })
})

describe('at the limit for all', () => {
  const TOTAL = 20
  /** A server whose requests to /open stay open, and that answers all others. */
  async function limited() {
    const requests = new EventEmitter()
    let open = 0
    const connections = { total: TOTAL, per_address: TOTAL }
    const server = createHttpServer(
      ({ url }, res) => {
        if (url !== '/open') return void res.end('answered')
        open += 1
        if (open === TOTAL) requests.emit('open')
      },
      { connections, timeouts: PATIENT },
    )
    const url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`
    const close = () => {
      server.close()
      server.closeAllConnections()
    }
    return { url, close, allOpen: once(requests, 'open') }
  }
  const answered = async (url: string) => (await fetch(url)).text()

  test.each([
    ['connections that wait', 'GET / HTTP/1.1\r\n'],
    ['requests that stay open', 'GET /open HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('%s give way to the connection of another address', async (_, bytes) => {
    const { url, close, allOpen } = await limited()
    const attack = flood(url, TOTAL, bytes, '127.0.0.2')
    await attack.opened
    if (bytes.includes('/open')) await allOpen
    expect(await answered(url)).toBe('answered')
    await attack.shrunk(TOTAL - 1)
    expect(attack.standing()).toBe(TOTAL - 1)
    await attack.end()
    close()
  })

  test('open requests of one address are not cut off by a further connection of that address', async () => {
    const { url, close, allOpen } = await limited()
    const requests = flood(url, TOTAL, 'GET /open HTTP/1.1\r\nHost: a\r\n\r\n')
    await Promise.all([requests.opened, allOpen])
    await expect(answered(url)).rejects.toThrow('fetch failed')
    expect(requests.standing()).toBe(TOTAL)
    await requests.end()
    close()
  })
})

test('a clock that is put right ends no connection', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = createHttpServer((_, res) => void res.end('answered'), { timeouts: PATIENT })
  const url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`
  const connections = flood(url, 3, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await connections.opened
  // The checks run as the clock moves.
  vi.advanceTimersByTime(3_600_000)
  expect(await (await fetch(url)).text()).toBe('answered')
  expect(connections.standing()).toBe(3)
  await connections.end()
  server.close()
  server.closeAllConnections()
})

test('a proxy loses no request: a connection that it has used stands longer than its own 60 s, and an unused one 30 s', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const backend = await start({ proxy_hops: 1 })
  const app = await startServer({ port: 0, env, dist })
  for (const [{ url }, path] of [
    [backend, '/livez'],
    [app, '/favicon.ico'],
  ] as const) {
    const used = flood(url, 1, `GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`)
    const unused = flood(url, 1, '')
    await Promise.all([used.opened, unused.opened])
    await used.answered()
    vi.advanceTimersByTime(65_000)
    await unused.shrunk(0)
    expect(used.standing(), url).toBe(1)
    vi.advanceTimersByTime(20_000)
    await used.shrunk(0)
  }
  await app.close()
  await backend.close()
})

test('a proxy opens the connections of all callers: its address has no limit of its own', async () => {
  const backend = await start({ connections: { total: 10, per_address: 2 }, proxy_hops: 1 })
  const connections = flood(backend.url, 10, '')
  await connections.opened
  expect((await fetch(`${backend.url}/livez`)).status).toBe(200)
  await connections.shrunk(9)
  expect(connections.standing()).toBe(9)
  await connections.end()
  await backend.close()
})

test.each(['0', '-1', '1e3', 'many'])('APP_CONNECTIONS=%s stops the start', async (value) => {
  const asked = startServer({ port: 0, env: { ...env, APP_CONNECTIONS: value }, dist })
  await expect(asked).rejects.toThrow('APP_CONNECTIONS: a whole number from 1')
})

test('BACKEND_CONNECTIONS takes a whole number from 1', () => {
  const read = (value: string) => parseEnvironment({ BACKEND_CONNECTIONS: value }).BACKEND_CONNECTIONS
  expect(read('50')).toBe(50)
  for (const value of ['0', '-1', '1e3', 'many']) expect(() => read(value)).toThrow('BACKEND_CONNECTIONS')
})

describe('a handshake that does not end', () => {
  let server: RunningServer
  beforeAll(async () => {
    const timeouts = { request: 250, idle: 250, check: 50 }
    server = await startServer({ port: 0, env: { ...env, ...tls }, dist, timeouts })
  })
  afterAll(() => server.close())

  test.each([
    ['without a byte', ''],
    ['in its first message', HALF_HELLO],
    ['that is no handshake', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('%s: the connection ends', async (_, bytes) => {
    const attack = flood(server.url, 3, bytes)
    await attack.opened
    await attack.shrunk(0)
    expect(attack.standing()).toBe(0)
  })
})
