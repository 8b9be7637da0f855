import type { ServerResponse } from 'node:http'
import * as z from 'zod/mini'
import { describe, expect, test, vi } from 'vitest'
import type { Asked, Given } from '../../src/api/call.ts'
import { adoptResponse, call } from '../../src/api/http.ts'
import { TIMEOUT_MS } from '../../src/state/timeout.ts'
import { deferred } from '../support/deferred.ts'
import { backend, connect, sendJson } from './backend.ts'

const Shape = z.object({ name: z.string() })
const row = (more: Partial<Asked> = {}) => ({
  backend: 'auth' as const,
  method: 'GET' as const,
  path: '/v1/thing' as const,
  visit: 'none' as const,
  ...more,
  answer: Shape,
})
const ask = (more: Partial<Asked>, given: Given = {}) => call(row(more), given)
const get = (given: Given = {}) => ask({}, given)
const named = sendJson({ data: { name: 'a' } })

describe('a call', () => {
  test('carries JSON and its query, and answers with the data', async () => {
    const { url, seen } = await backend(named)
    connect(url)
    const answer = await ask({ method: 'POST' }, { query: { a: 'ü &=' }, body: { b: '한글' } })
    expect(answer).toEqual({ ok: true, data: { name: 'a' } })
    expect(seen).toMatchObject([{ method: 'POST', url: '/v1/thing?a=%C3%BC+%26%3D', body: '{"b":"한글"}' }])
    expect(seen[0]?.headers).toMatchObject({ 'content-type': 'application/json', accept: 'application/json' })
  })

  test('names a trace of its own where the settings say so', async () => {
    const { url, seen } = await backend(named)
    connect(url, null, { VITE_TRACEPARENT: 'true' })
    await get()
    await get()
    const [first, second] = seen.map(({ headers }) => headers.traceparent)
    expect(first).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/)
    expect(second).not.toBe(first)
  })

  test.each(['auth', 'service', 'portal', 'node'] as const)(
    'of the %s client sends credentials, and follows no redirect',
    async (name) => {
      const { url } = await backend(named)
      connect(url)
      const fetched = vi.spyOn(globalThis, 'fetch')
      await ask({ backend: name })
      expect(fetched.mock.lastCall?.[0]).toMatchObject({ credentials: 'include', redirect: 'error' })
    },
  )

  // A header that is not on the backends' list of allowed headers fails the preflight in Firefox and WebKit.
  test.each(['auth', 'service', 'portal', 'node'] as const)(
    'of the %s client passes exactly these headers to fetch',
    async (name) => {
      const { url } = await backend(named)
      connect(url)
      const fetched = vi.spyOn(globalThis, 'fetch')
      const sent = () => {
        const request = fetched.mock.lastCall?.[0]
        return typeof request === 'object' && 'headers' in request ? Object.fromEntries(request.headers) : null
      }
      await ask({ backend: name })
      expect(sent()).toEqual({ accept: 'application/json', 'accept-language': 'ko' })
      await ask({ backend: name, method: 'POST' }, { body: { a: 1 }, token: 'abc' })
      expect(sent()).toEqual({
        accept: 'application/json',
        'accept-language': 'ko',
        'content-type': 'application/json',
        'x-authenticator': 'Token abc',
      })
    },
  )

  test('of the file client sets exactly these headers', async () => {
    const { url } = await backend(named)
    connect(url)
    const set = vi.spyOn(XMLHttpRequest.prototype, 'setRequestHeader')
    await ask({ backend: 'file', method: 'POST' }, { form: new FormData(), key: 'once' })
    expect(Object.fromEntries(set.mock.calls)).toEqual({
      Accept: 'application/json',
      'Accept-Language': 'ko',
      'Idempotency-Key': 'once',
    })
  })

  test('of the file client sends credentials', async () => {
    const { url, seen } = await backend(sendJson({ data: { name: 'a' } }, 200, { 'set-cookie': 'visit=1; Path=/' }))
    connect(url)
    for (let times = 0; times < 2; times++) await ask({ backend: 'file' })
    expect(seen[1]?.headers.cookie).toContain('visit=1')
  })

  test('sends X-Authenticator only with the call that has a token', async () => {
    const { url, seen } = await backend(named)
    connect(url)
    await get({ token: 'abc' })
    await get()
    expect(seen.map(({ headers }) => headers['x-authenticator'])).toEqual(['Token abc', undefined])
  })

  test('before the settings are known has no answer', async () => {
    vi.resetModules()
    const fresh = await import('../../src/api/http.ts')
    expect(await fresh.call(row(), {})).toMatchObject({
      ok: false,
      failure: { reason: 'noResponse' },
    })
  })
})

describe('a path that could lead elsewhere is refused before anything is sent', () => {
  test.each([
    ['an absolute URL', (other: string) => `${other}/v1/thing`],
    ['a URL without a scheme', (other: string) => other.replace('http:', '') + '/v1/thing'],
    ['a URL in upper case', (other: string) => other.replace('http', 'HTTP')],
    ['backslashes', (other: string) => other.replace('http:', '').replaceAll('/', '\\')],
  ])('%s', async (_, pathTo) => {
    const { url, seen } = await backend(named)
    const other = await backend(named)
    connect(url)
    const answer = await ask({ path: pathTo(other.url) as `/${string}` }, { token: 'abc' })
    expect(other.seen).toEqual([])
    expect(seen.every(({ headers }) => headers.host === new URL(url).host)).toBe(true)
    expect(seen).toHaveLength(answer.ok ? 1 : 0)
  })
})

describe('a redirect to another origin', () => {
  test.each([302, 307])('%i is refused, and never carries X-Authenticator there', async (status) => {
    const other = await backend(named)
    const { url } = await backend(
      (_, response) => void response.writeHead(status, { location: `${other.url}/take` }).end(),
    )
    const failures = connect(url)
    expect(await ask({ method: 'POST' }, { body: {}, token: 'abc' })).toMatchObject({
      ok: false,
      failure: { reason: 'noResponse' },
    })
    expect(failures).toHaveLength(1)
    expect(other.seen).toEqual([])
  })

  test('is refused to the file client too', async () => {
    const other = await backend(named)
    const { url } = await backend(
      (_, response) => void response.writeHead(302, { location: `${other.url}/take` }).end(),
    )
    connect(url)
    expect(await ask({ backend: 'file' })).toMatchObject({ ok: false, failure: { reason: 'noResponse' } })
  })
})

describe('10 000 ms over the whole call', () => {
  const drip = (response: { write(text: string): unknown }) => response.write('{"data":')

  test.each<[string, (response: ServerResponse) => void]>([
    ['nothing comes', () => {}],
    ['the headers come, and the body never ends', (response) => void (response.writeHead(200), drip(response))],
  ])('%s: no response', async (_, reply) => {
    const arrived = deferred()
    const { url } = await backend((_request, response) => {
      reply(response)
      arrived.resolve()
    })
    const failures = connect(url)
    await import('../../src/api/transport.ts')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const answer = get()
    let settled = false
    void answer.then(() => (settled = true))
    await arrived.promise
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1000)
    expect(settled).toBe(false)
    await vi.advanceTimersByTimeAsync(1000)
    vi.useRealTimers()
    expect(await answer).toMatchObject({ ok: false, failure: { reason: 'noResponse', status: 0 } })
    expect(failures).toMatchObject([[{ reason: 'noResponse' }, 'GET /v1/thing']])
  })

  test('is what the spec says', () => expect(TIMEOUT_MS).toBe(10_000))
})

describe('the failure that the app gets', () => {
  test('a broken connection is no response', async () => {
    const { url } = await backend((request) => void request.socket.destroy())
    const failures = connect(url)
    expect(await get()).toMatchObject({ ok: false, failure: { reason: 'noResponse' } })
    expect(failures).toMatchObject([[{ reason: 'noResponse' }, 'GET /v1/thing']])
  })

  test('a truncated body is a contract error', async () => {
    const { url } = await backend(
      (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"da'),
    )
    const failures = connect(url)
    expect(await get()).toMatchObject({ ok: false, failure: { reason: 'contract' } })
    expect(failures).toHaveLength(1)
  })

  const bytes = (status: number, body: string) => (_: unknown, response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  test.each<[string, number, string]>([
    ['204', 204, ''],
    ['an empty body', 200, ''],
    ['five megabytes of something else', 200, `{"data":["${'a'.repeat(5_000_000)}"]}`],
  ])('%s where data is expected is a contract error', async (_, status, body) => {
    const { url } = await backend(bytes(status, body))
    const failures = connect(url)
    expect(await get()).toMatchObject({ ok: false, failure: { reason: 'contract', status } })
    expect(failures).toHaveLength(1)
  })

  test.each([
    ['a byte order mark in front', '\ufeff{"data":{"name":"a"}}'],
    ['five megabytes beside it', `{"data":{"name":"a"},"more":"${'a'.repeat(5_000_000)}"}`],
  ])('what is expected is taken with %s', async (_, body) => {
    const { url } = await backend(bytes(200, body))
    connect(url)
    expect(await get()).toEqual({ ok: true, data: { name: 'a' } })
  })

  test('a page that was left gets no failure', async () => {
    const arrived = deferred()
    const { url } = await backend(() => arrived.resolve())
    const failures = connect(url)
    const left = new AbortController()
    const answer = get({ signal: left.signal })
    await arrived.promise
    left.abort()
    expect(await answer).toMatchObject({ ok: false, failure: { reason: 'left' } })
    expect(failures).toEqual([])
  })

  test('a quiet call fails for its caller only', async () => {
    const { url } = await backend(sendJson({ code: 'X' }, 500))
    const failures = connect(url)
    expect(await get({ quiet: true })).toMatchObject({ ok: false, failure: { reason: 'refused', status: 500 } })
    expect(failures).toEqual([])
  })

  test('a quiet call that breaks the contract is reported', async () => {
    const { url } = await backend(sendJson({ data: {} }))
    const failures = connect(url)
    await get({ quiet: true })
    expect(failures).toMatchObject([[{ reason: 'contract', field: 'name' }, 'GET /v1/thing']])
  })

  test('a path with a value is reported as its row names it', async () => {
    const { url, seen } = await backend(sendJson({ code: 'X' }, 404))
    const failures = connect(url)
    await ask({ path: '/v1/thing/{id}' }, { values: { id: 'hana/@mail.test' } })
    expect(seen[0]?.url).toBe('/v1/thing/hana%2F%40mail.test')
    expect(failures).toMatchObject([[{ status: 404 }, 'GET /v1/thing/{id}']])
  })

  test('a report has no query', async () => {
    const { url } = await backend(sendJson({ code: 'X' }, 404))
    const failures = connect(url)
    await get({ query: { transaction_id: 'secret' } })
    expect(failures).toMatchObject([[{ status: 404 }, 'GET /v1/thing']])
  })
})

describe('a fetch that began before this code was there', () => {
  /** A body whose connection is lost after its first bytes. */
  const broken = () =>
    new ReadableStream({
      start(body) {
        body.enqueue(new TextEncoder().encode('{"data":'))
        body.error(new TypeError('connection lost'))
      },
    })
  test('passes the same gates', async () => {
    connect('http://localhost:1')
    expect(await adoptResponse(Promise.resolve(Response.json({ data: { name: 'a' } })), row(), {})).toEqual({
      ok: true,
      data: { name: 'a' },
    })
  })

  test.each([
    ['no answer', () => Promise.reject(new TypeError('failed')), 'noResponse'],
    ['half an answer', () => Promise.resolve(new Response(broken())), 'noResponse'],
    ['no JSON', () => Promise.resolve(new Response('<html>')), 'contract'],
    ['another shape', () => Promise.resolve(Response.json({ data: {} })), 'contract'],
    ['a refusal', () => Promise.resolve(Response.json({ code: 'X', detail_code: '4035' }, { status: 403 })), 'refused'],
  ])('%s is a failure that the app gets', async (_, response, reason) => {
    const failures = connect('http://localhost:1')
    expect(await adoptResponse(response(), row(), {})).toMatchObject({ ok: false, failure: { reason } })
    expect(failures).toMatchObject([[{ reason }, 'GET /v1/thing']])
  })
})
