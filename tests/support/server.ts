// The network of a test: every call of the five clients goes to the real backend under five host names.
// A test replaces only the answer that it is about. A late call belongs to the test that caused it: that test's handlers
// and cookies serve it, and no other test counts it.
import { AsyncLocalStorage } from 'node:async_hooks'
import { bypass, http, HttpResponse, type HttpHandler } from 'msw'
import { setupServer } from 'msw/node'
import { expect, inject } from 'vitest'
import type { Backend } from '../../contract/row.ts'
import { APP } from '../backend/browser.ts'
import { deferred } from './deferred.ts'
import { JOIN_CALLS, makeJoinWatch } from './joinWatch.ts'

export const bases: Record<Backend, string> = {
  auth: 'http://auth.api.test',
  service: 'http://service.api.test',
  portal: 'http://portal.api.test',
  file: 'http://file.api.test',
  node: 'http://node.api.test',
}
const backend = inject('backend').url

/** jsdom does not keep cookies of the backend's host, so this file keeps them. */
type Scope = {
  asked: Asked[]
  jar: Map<string, string>
  joins: ReturnType<typeof makeJoinWatch>
  sent: Promise<string[]>[]
}
const newScope = (): Scope => ({ asked: [], jar: new Map(), joins: makeJoinWatch(), sent: [] })
const scopes = new AsyncLocalStorage<Scope>()
const outside = newScope()
const scope = () => scopes.getStore() ?? outside

type Sent = { method: string; headers: Record<string, string>; body?: ArrayBuffer | string | undefined }

/** Calls the backend with this browser's cookies and stores the cookies of its answer. */
export async function ask(path: string, { method, headers, body }: Sent = { method: 'GET', headers: {} }) {
  const { jar } = scope()
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const request = new Request(new URL(path, backend), {
    method,
    headers: { ...headers, origin: APP, ...(cookie && { cookie }) },
    redirect: 'manual',
    ...(body && { body }),
  })
  const response = await fetch(bypass(request))
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name)
    else jar.set(name, value)
  }
  return response
}

export type Asked = {
  backend: Backend
  method: string
  path: string
  query: Record<string, string>
  headers: Headers
  body: () => Promise<unknown>
  /** Its answer does not come, although no server works on it any more. */
  isLost?: true
}

/** The calls of this test in order, of one path only if it is given. */
export const calls = (path?: string): Asked[] =>
  scope().asked.filter((call) => path === undefined || call.path === path)

const byHost = (url: URL) => (Object.keys(bases) as Backend[]).find((backend) => bases[backend] === url.origin)

async function passOn(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  return ask(pathname + search, {
    method: request.method,
    headers: Object.fromEntries(request.headers),
    ...(request.method !== 'GET' && { body: await request.arrayBuffer() }),
  })
}

const forward = http.all('*', async ({ request }) => {
  if (!byHost(new URL(request.url))) return undefined
  const response = await passOn(request)
  const headers = new Headers(response.headers)
  headers.delete('set-cookie')
  headers.delete('content-encoding')
  return new HttpResponse(response.status === 204 ? null : await response.text(), { status: response.status, headers })
})

export const server = setupServer(forward)
server.events.on('request:start', ({ request }) => {
  const url = new URL(request.url)
  const backend = byHost(url)
  if (!backend) return
  const copy = request.clone()
  const { asked, joins, sent } = scope()
  if (request.method === 'POST' && JOIN_CALLS.includes(url.pathname)) {
    const differencesOf = joins.begin()
    sent.push(request.clone().json().then(differencesOf))
  }
  asked.push({
    backend,
    method: request.method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: new Headers(request.headers),
    body: async () => JSON.parse(await copy.clone().text()) as unknown,
  })
})

/** Runs a test with handlers, cookies and a list of calls of its own. Its joins send what their screens showed. */
export async function withOwnNetwork(runTest: () => Promise<void>): Promise<void> {
  const own = newScope()
  const { EVENTS, note } = own.joins
  for (const name of EVENTS) document.addEventListener(name, note, true)
  await scopes.run(own, server.boundary(runTest))
  for (const name of EVENTS) document.removeEventListener(name, note, true)
  expect((await Promise.all(own.sent)).flat()).toEqual([])
}

type Refused = {
  status?: number
  code?: string
  detail_code?: number | string
  description?: string
  data?: object
  headers?: Record<string, string>
  /** The first call only. */
  once?: boolean
}

/** A handler for one path that refuses in the envelope of the contract. */
export const refuse = (
  backend: Backend,
  path: string,
  { status = 400, headers, once = false, ...rest }: Refused,
): HttpHandler =>
  http.all(
    bases[backend] + path,
    () => HttpResponse.json({ code: 'REFUSED', ...rest }, { status, headers: headers ?? {} }),
    { once },
  )

/** A handler for one path that succeeds with this data. */
export const give = (backend: Backend, path: string, data: unknown): HttpHandler =>
  http.all(bases[backend] + path, () => HttpResponse.json({ data: data as object }))

/** A handler for one path that succeeds without a body (204). */
export const empty = (backend: Backend, path: string): HttpHandler =>
  http.all(bases[backend] + path, () => new HttpResponse(null, { status: 204 }))

/** A handler for one path that breaks the connection. */
export const cut = (backend: Backend, path: string): HttpHandler =>
  http.all(bases[backend] + path, () => HttpResponse.error())

/** A handler for one path: the backend does the work, and the first answer is lost. */
export const lose = (backend: Backend, path: string): HttpHandler =>
  http.all(
    bases[backend] + path,
    async ({ request }) => {
      await passOn(request)
      return HttpResponse.error()
    },
    { once: true },
  )

function noServerWorks(path: string): void {
  const call = calls(path).at(-1)
  if (call) call.isLost = true
}

/** A handler for one path: the backend does the work, and the first answer never comes. */
export const stall = (backend: Backend, path: string): HttpHandler =>
  http.all(
    bases[backend] + path,
    async ({ request }) => {
      await passOn(request)
      noServerWorks(path)
      return new Promise<never>(() => {})
    },
    { once: true },
  )

/** A handler for one path whose answer waits until `release` is called. */
export function hold(backend: Backend, path: string, data: unknown): { handler: HttpHandler; release: () => void } {
  const { promise, resolve } = deferred()
  const handler = http.all(bases[backend] + path, async () => {
    noServerWorks(path)
    await promise
    return HttpResponse.json({ data: data as object })
  })
  return { handler, release: resolve }
}
