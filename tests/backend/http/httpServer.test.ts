// Security D5, D6: slow clients, and clients that send too many requests, delay no other client.
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createHttpServer, listen } from '../../../backend/http/httpServer.ts'
import type { RunningBackend } from '../../../backend/main.ts'
import { verifyPwd } from '../../../src/api/auth.ts'
import { connect as connectClients } from '../../api/backend.ts'
import { APP, data } from '../browser.ts'
import { Joiner, profiles } from '../joiner.ts'
import { sharedBackend } from '../shared.ts'
import { partner, start } from '../start.ts'
import { pdfOf } from '../../support/pdf.ts'
import { headersTooLarge } from '../../../server/headersTooLarge.ts'

/** Sends the given bytes, then a few more bytes repeatedly. @returns everything received until the connection ended */
function drip(backend: RunningBackend, head: string, drop: string) {
  const { port, host } = new URL(backend.url)
  const socket = connect(Number(port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  socket.on('error', () => {})
  socket.write(head.replace('HOST', host))
  // Read all received data first, because a write to a closed connection discards the unread answer.
  const drops = setInterval(() => setImmediate(() => socket.write(drop)), 20)
  return new Promise<string>((resolve) => {
    socket.on('close', () => {
      clearInterval(drops)
      resolve(text)
    })
  })
}

describe('a client that takes too long', () => {
  const lines: string[] = []
  const timeouts = { headers: 500, body: 500, letter: 10_000, check: 50 }
  const backend = sharedBackend({ timeouts, write: (line) => lines.push(line) })

  const json = `Host: HOST\r\nOrigin: ${APP}\r\nContent-Type: application/json\r\n`
  const boundary = 'boundary123'
  const letter = (more: string) =>
    `POST /v1/matcher/student/resolve HTTP/1.1\r\nHost: HOST\r\nOrigin: ${APP}\r\nIdempotency-Key: letter-1-1\r\n` +
    `Content-Type: multipart/form-data; boundary=${boundary}\r\n${more}\r\n`

  test.each([
    ['with the headers', 'GET / HTTP/1.1\r\n', 'A: b\r\n', 408],
    ['with the body', `POST /v1/verify/pwd HTTP/1.1\r\n${json}Content-Length: 5000\r\n\r\n`, ' ', 408],
    ['with the chunks', `POST /v1/verify/pwd HTTP/1.1\r\n${json}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n', 408],
    [
      'at the issuer',
      'POST /oidc/token HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\n',
      'a',
      408,
    ],
    // 408 where a busy machine has not answered in time.
    ['after the answer', `GET /v1/health HTTP/1.1\r\n${json}Content-Length: 5000\r\n\r\n`, ' ', '(?:200|408)'],
    ['as nobody with a letter', letter('Content-Length: 5000\r\n'), ' ', 403],
    ['with a letter of no length', letter('Transfer-Encoding: chunked\r\n'), '1\r\n \r\n', 411],
  ])('%s gets an error, and the connection ends', async (_, head, drop, status) => {
    lines.length = 0
    expect(await drip(backend, head, drop)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(lines).toEqual([])
  })

  test.each([
    ['what is no HTTP', 'what is this\r\n\r\n', 400, 'BAD_REQUEST'],
    ['a header that does not end', 'GET / HTTP/1.1\r\n', 408, 'REQUEST_TIMEOUT'],
    ['a request without Host', 'GET /v1/health HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'BAD_REQUEST'],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n', 400, 'BAD_REQUEST'],
    [
      'an expectation that is not 100-continue',
      'POST /v1/verify/pwd HTTP/1.1\r\nHost: HOST\r\nExpect: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
      417,
      'EXPECTATION_FAILED',
    ],
  ])('%s is answered like every other call', async (_, head, status, code) => {
    const [first = '', ...headers] = (await drip(backend, head, 'A: b\r\n')).split('\r\n')
    expect(first).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(headers).toEqual(
      expect.arrayContaining([
        'X-Content-Type-Options: nosniff',
        'Cache-Control: no-store',
        `Content-Security-Policy: default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
      ]),
    )
    expect(JSON.parse(headers.at(-1) ?? '')).toMatchObject({ code })
  })

  test('an answer that ends the connection is the only one, whatever follows it', async () => {
    const head = 'POST /v1/verify/pwd HTTP/1.1\r\nHost: HOST\r\nExpect: x\r\nContent-Length: 0\r\n\r\nA: b\r\n'
    expect((await drip(backend, head, '')).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 417'])
  })

  test('a header above 16 KB is answered by a page that says what to do, in every language', async () => {
    const head = `GET /oidc/auth HTTP/1.1\r\nHost: HOST\r\nCookie: a=${'b'.repeat(20_000)}\r\n\r\n`
    const [status = '', ...rest] = (await drip(backend, head, '')).split('\r\n')
    expect(status).toMatch(/^HTTP\/1.1 431 /)
    expect(rest).toContain(`Content-Security-Policy: ${headersTooLarge.policy}`)
    expect(rest).toContain('Content-Type: text/html; charset=utf-8')
    expect(rest.join('\r\n')).toContain(headersTooLarge.html)
    for (const lang of ['ko', 'en', 'zh-Hans', 'ja']) expect(headersTooLarge.html).toContain(`<section lang="${lang}">`)
  })

  test('the app can read that it took too long', async () => {
    const text = await drip(backend, `POST /v1/verify/pwd HTTP/1.1\r\n${json}Content-Length: 5000\r\n\r\n`, ' ')
    expect(text).toContain(`Access-Control-Allow-Origin: ${APP}`)
    expect(text).toContain('{"code":"REQUEST_TIMEOUT"}')
  })

  test('a letter may take its time', async () => {
    const student = await new Joiner(backend).ready()
    await student.join(student.payload(profiles.STUDENT))
    const path = '/v1/matcher/student/resolve'
    const part = (name: string, more: string, body: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${body}\r\n`
    const body =
      part('payload', '', '{}') +
      part('enrollment_letter', '; filename="a.pdf"\r\nContent-Type: application/pdf', pdfOf().toString('latin1')) +
      `--${boundary}--\r\n`
    const { port } = new URL(backend.url)
    const cookie = student.browser.cookiesFor(new URL(path, backend.url))
    const head = letter(`Content-Length: ${body.length}\r\nCookie: ${cookie}\r\nConnection: close\r\n`)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(head.replace('HOST', new URL(backend.url).host))
    // Longer than any other body may take.
    for (let sent = 0; sent < 12; sent += 1) {
      socket.write(body.slice(Math.floor((body.length * sent) / 12), Math.floor((body.length * (sent + 1)) / 12)))
      await sleep((timeouts.body * 1.5) / 12)
    }
    let text = ''
    for await (const chunk of socket) text += String(chunk)
    expect(text).toMatch(/^HTTP\/1.1 200 /)
  })
})

describe('a connection on which nothing moves', () => {
  /** @returns how many bytes came before the server ended the connection */
  async function bytesOf(answer: RequestListener, reader: (socket: Socket) => Socket): Promise<number> {
    const server = createHttpServer(answer, { timeouts: { idle: 1000 } })
    const socket = connect(await listen(server, 0, '127.0.0.1'), '127.0.0.1').on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    reader(socket)
    const [served] = (await once(server, 'connection')) as [Socket]
    await once(served, 'close')
    server.close()
    return socket.destroy().bytesRead
  }

  test('is ended when the client reads nothing', async () => {
    const most = 64 * 1024 * 1024
    const large: RequestListener = (_req, res) => void res.end(Buffer.alloc(most))
    expect(await bytesOf(large, (socket) => socket.pause())).toBeLessThan(most)
  })

  test('is not one on which little moves', async () => {
    const slow: RequestListener = (_req, res) => {
      let left = 15
      const more = setInterval(() => {
        res.write(Buffer.alloc(1000))
        left -= 1
        if (left > 0) return
        clearInterval(more)
        res.end()
      }, 100)
    }
    expect(await bytesOf(slow, (socket) => socket.resume())).toBeGreaterThan(15_000)
  })
})

describe('a client that calls too often', () => {
  const limits = {
    visits_per_minute: 4,
    sign_ins_per_minute: 3,
    searches_per_minute: 2,
    nicknames_per_minute: 2,
    password_sets_per_minute: 2,
    codes_per_minute: 2,
  }
  // The clock stands: a budget grows again with each second.
  const now = new Date()
  const backend = sharedBackend({ limits: { ...limits, letters_per_hour: 1 }, proxy_hops: 1, now: () => now })
  const from = (address: string) => ({ 'x-forwarded-for': address, origin: APP })
  const statuses = async (times: number, ask: () => Promise<Response>) => {
    const all: number[] = []
    for (let time = 0; time < times; time += 1) all.push((await ask()).status)
    return all
  }

  test.each([
    ['POST', '/v1/verify/pwd', 3, '203.0.1.1'],
    ['POST', '/v1/init/search/ids', 2, '203.0.2.1'],
    ['POST', '/v1/init/search/pwd', 2, '203.0.3.1'],
    ['GET', '/v1/challenge/join/somebody@demo.test', 2, '203.0.4.1'],
    ['GET', '/v1/valid/nickname?nickname=one', 2, '203.0.5.1'],
    ['POST', '/v1/verify/join', 2, '203.0.7.1'],
    ['POST', '/v1/profile/sign-up', 2, '203.0.8.1'],
    ['PUT', '/v1/profile/change/password', 2, '203.0.9.1'],
    ['PUT', '/v1/profile/search/password', 2, '203.0.10.1'],
    ['POST', '/authenticator/v1/verify/sms', 2, '203.0.11.1'],
    ['POST', '/authenticator/v1/verify/email', 2, '203.0.12.1'],
    ['POST', '/authenticator/v1/verify/mobile', 2, '203.0.13.1'],
    ['POST', '/authenticator/v1/issue/sms', 2, '203.0.14.1'],
    ['POST', '/authenticator/v1/reissue/email', 2, '203.0.15.1'],
    ['POST', '/authenticator/v1/refresh/sms', 2, '203.0.16.1'],
    ['POST', '/v1/matcher/student/resolve', 1, '203.0.6.1'],
  ])('%s %s', async (method, path, most, address) => {
    const ask = () => fetch(backend.url + path, { method, headers: from(address) })
    const heard = await statuses(most + 1, ask)
    expect(heard.slice(0, most)).not.toContain(429)
    expect(heard.at(-1)).toBe(429)
    const refused = await ask()
    expect(refused.headers.get('access-control-allow-origin')).toBe(APP)
    expect(refused.headers.get('access-control-expose-headers')).toContain('Retry-After')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toEqual({ code: 'TOO_MANY_REQUESTS' })
    // The budget counts neither preflights nor the requests of another address.
    expect((await fetch(backend.url + path, { method: 'OPTIONS', headers: from(address) })).status).toBe(204)
    const other = await fetch(backend.url + path, { method, headers: from(`${address}1`) })
    expect(other.status).not.toBe(429)
  })

  test('a visit beyond the limit shows a page, and writes no row', async () => {
    const { url } = await (await partner(backend)).begin()
    const headers = { ...from('203.0.113.201'), accept: 'text/html', 'accept-language': 'en' }
    const begin = () => fetch(url, { redirect: 'manual', headers })
    expect(await statuses(4, begin)).toEqual([303, 303, 303, 303])
    const rows = () => backend.ctx.db.selectFrom('transactions').select('id').execute()
    const before = await rows()
    const refused = await begin()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('content-type')).toMatch(/^text\/html/)
    expect(refused.headers.get('content-security-policy')).toContain(`default-src 'none'`)
    expect(await refused.text()).toContain('This page tries again by itself in')
    expect(await rows()).toHaveLength(before.length)
  })

  test.each(['/v1/verify/pwd/', '/v1/verify/%70wd', '/v1/VERIFY/pwd', '/v1/x/../verify/pwd', '/v1/verify/pwd?a=%'])(
    'another spelling, %s, is the same',
    async (path) => {
      const headers = from(`198.51.100.${path.length}`)
      const ask = () => fetch(backend.url + path, { method: 'POST', headers })
      expect((await statuses(4, ask)).at(-1)).toBe(429)
    },
  )

  test.each([
    '/v1/challenge/%6aoin/a1%ff@x.test',
    '/v1/challenge/join/%',
    '/v1/challenge/join/%e0%a4%a',
    '/v1/valid/%c0%aenickname?nickname=one',
    '/oidc/auth%80',
  ])('refuses %s, which cannot be decoded, with 400', async (path) => {
    const reply = await fetch(backend.url + path, { headers: from('198.51.100.200') })
    expect([reply.status, await reply.json()]).toEqual([400, { code: 'BAD_REQUEST', description: 'path' }])
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('counts every spelling of a path that the router takes for that path', async () => {
    const name = 'join'
    const spellings = fc
      .tuple(...Array.from(name, () => fc.boolean()))
      .map((encoded) =>
        Array.from(name, (one, at) => (encoded[at] ? `%${one.charCodeAt(0).toString(16)}` : one)).join(''),
      )
    let caller = 0
    const countsAs = async (spelling: string) => {
      caller += 1
      const headers = from(`2001:db8:${caller.toString(16)}::1`)
      const path = `/v1/challenge/${spelling}/somebody@demo.test`
      return (await statuses(3, () => fetch(backend.url + path, { headers }))).at(-1)
    }
    await fc.assert(
      fc.asyncProperty(spellings, async (spelling) => {
        expect(await countsAs(spelling)).toBe(429)
      }),
      { numRuns: 16 },
    )
  })

  test('a subscriber with an IPv6 network is one caller, and a company inside is many', async () => {
    const ask = (address: string) => () =>
      fetch(`${backend.url}/v1/verify/pwd`, { method: 'POST', headers: from(address) })
    await statuses(3, ask('2001:db8:1:2::1'))
    expect(await statuses(1, ask('2001:db8:1:2:ffff:ffff:ffff:ffff'))).toEqual([429])
    expect(await statuses(1, ask('2001:db8:1:3::1'))).not.toContain(429)
    expect(await statuses(30, ask('10.1.2.3'))).not.toContain(429)
  })

  test('the client of the app reads how long to wait', async () => {
    const heard = connectClients(backend.url)
    const visit = { transaction_id: 'a-visit', state: 'its-state' }
    const press = () => verifyPwd({ ...visit, login_id: 'a', password: 'sealed', stay_session: false })
    for (let time = 0; time < 3; time += 1) await press()
    const answer = await press()
    expect(answer).toMatchObject({ ok: false, failure: { status: 429, retry_after: expect.closeTo(20, -1) } })
    expect(heard).toHaveLength(4)
  })
})

test('letters beyond the number that is read at once are answered with a time to try again', async () => {
  const backend = await start({ limits: { letters_at_once: 0 } })
  const student = await new Joiner(backend).ready()
  expect(data(await student.join(student.payload(profiles.STUDENT)))).toMatchObject({ join_status: 'JOINED' })
  const form = new FormData()
  form.append('payload', '{}')
  form.append('enrollment_letter', new File([new Uint8Array(pdfOf())], 'a.pdf'))
  const sent = await student.browser.send('/v1/matcher/student/resolve', {
    method: 'POST',
    body: form,
    headers: { origin: APP, 'idempotency-key': 'letter-1-1' },
  })
  expect(sent).toMatchObject({ status: 503, body: { code: 'BUSY' } })
  expect(sent.headers.get('retry-after')).toBe('5')
  await backend.close()
})

test('letters that are sent slowly from one network do not block those of another', async () => {
  const backend = await start({ limits: { letters_at_once: 2 }, timeouts: { check: 50 }, proxy_hops: 1, drain_ms: 100 })
  const path = '/v1/matcher/student/resolve'
  const joined = async () => {
    const joiner = await new Joiner(backend).ready()
    await joiner.join(joiner.payload(profiles.STUDENT))
    return joiner.browser
  }
  const slow = async () => {
    const cookie = (await joined()).cookiesFor(new URL(path, backend.url))
    const head =
      `POST ${path} HTTP/1.1\r\nHost: HOST\r\nOrigin: ${APP}\r\nIdempotency-Key: letter-1-1\r\nCookie: ${cookie}\r\n` +
      `X-Forwarded-For: 203.0.113.1\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000\r\n\r\n--b`
    return drip(backend, head, ' ')
  }
  const held = [slow(), slow()]
  const browser = await joined()
  const send = async (address: string, ...letters: File[]) => {
    const body = new FormData()
    body.append('payload', '{}')
    for (const letter of letters) body.append('enrollment_letter', letter)
    const headers = { origin: APP, 'idempotency-key': 'letter-1-1', 'x-forwarded-for': address }
    return (await browser.send(path, { method: 'POST', body, headers })).status
  }
  const letter = new File([new Uint8Array(pdfOf())], 'a.pdf')
  // A form without a letter shows when both places are taken. A letter that comes earlier would be accepted, and the question answered.
  await expect.poll(() => send('203.0.113.1')).toBe(503)
  expect(await send('203.0.113.1', letter)).toBe(503)
  expect(await send('203.0.113.2', letter)).toBe(200)
  expect(await Promise.race(held)).toMatch(/^HTTP\/1.1 503 /)
  await backend.close()
})
