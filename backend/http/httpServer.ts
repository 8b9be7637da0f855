// Security D5, O10, D17: the HTTP server, and the requests that it refuses before they reach the issuer or a route.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createPlainServer, type AddressInfo, type Server as PlainServer } from 'node:net'
import { DEFAULT_CONNECTIONS, limitConnections, type ConnectionLimits } from '../../server/connections.ts'
import type { Ctx } from '../context.ts'
import type { BackendSettings } from '../settings.ts'
import { StartProblem } from '../startProblem.ts'
import { memberKnownBy } from '../domain/signIn/knownBrowsers.ts'
import { startBudgets } from './rateLimits.ts'
import { deviceIn } from './cookies.ts'
import { busyPage } from './busyPage.ts'
import { addressOf } from './clientIp.ts'
import { corsHeaders } from './guard.ts'
import { answerHeaders, standardHeaders } from './headers.ts'
import { LETTER_PATH } from './limits.ts'
import { pageLocale, type Page } from '../../server/page.ts'

const MOST_URL = 8 * 1024
const MOST_HEADER_BYTES = 16 * 1024

/** Timeouts of a request and its answer, in milliseconds. */
export type Timeouts = {
  headers: number
  body: number
  /** The letter's body: ten megabytes take a minute on a line of 1.5 Mbit/s, and longer on a worse one. */
  letter: number
  /** Without any data in either direction. */
  idle: number
  /** Of a connection that waits for its next request. */
  keepAlive: number
  /** The interval at which the server checks these limits. */
  check: number
}
const DEFAULT_TIMEOUTS: Timeouts = {
  headers: 10_000,
  body: 20_000,
  letter: 300_000,
  idle: 30_000,
  keepAlive: 5_000,
  check: 5_000,
}

type ServerOptions = {
  timeouts?: Partial<Timeouts> | undefined
  connections?: Partial<ConnectionLimits> | undefined
  /** Receives the number of connections that the limits ended since the last check. */
  onEnded?: (count: number) => void
}

export function createHttpServer(
  listener: RequestListener,
  { timeouts = {}, connections = {}, onEnded = () => {} }: ServerOptions = {},
): Server {
  const { headers, letter, idle, keepAlive, check } = { ...DEFAULT_TIMEOUTS, ...timeouts }
  const server = createServer(
    {
      maxHeaderSize: MOST_HEADER_BYTES,
      headersTimeout: headers,
      requestTimeout: headers + letter,
      connectionsCheckingInterval: check,
      keepAliveTimeout: keepAlive,
      // The code below refuses a request without Host, because Node's own 400 has neither the headers nor the envelope.
      requireHostHeader: false,
    },
    listener,
  )
  limitConnections(
    server,
    { ...DEFAULT_CONNECTIONS, ...connections },
    { idle, keepAlive: Math.max(idle, keepAlive), check },
    onEnded,
  )
  return server.setTimeout(idle)
}

/** @param setting what names the port @returns the port, also if the caller asked for any free one */
export function listen(server: PlainServer, port: number, host: string, setting = 'BACKEND_PORT'): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(error.code === 'EADDRINUSE' ? new StartProblem(`port ${port} is taken: set ${setting}`) : error),
    )
    server.listen(port, host, () => done((server.address() as AddressInfo).port))
  })
}

/**
 * For a server that listens when it can answer: until then, a proxy asks another instance.
 * @returns the port, on which nothing listens yet @throws StartProblem if another process has it
 */
export async function portToBe(port: number, host: string): Promise<number> {
  const probe = createPlainServer()
  await listen(probe, port, host)
  await new Promise((done) => void probe.close(done))
  return port
}

/**
 * The path as the router reads it: decoded once, without a slash at its end. Limits count by it.
 * NOTE: the router does not decode bytes that are not UTF-8. A limit that decodes such a path differently could be evaded,
 * so the server refuses such a path.
 * @returns null when the target has no path, or one that cannot be decoded
 */
function pathOf(ctx: Ctx, { url = '' }: IncomingMessage): string | null {
  try {
    const { pathname } = new URL(url.startsWith('/') ? ctx.settings.url + url : url)
    return decodeURIComponent(pathname)
      .toLowerCase()
      .replace(/(?<!\/)\/+$/, '')
  } catch {
    return null
  }
}

type Said = {
  status: number
  code: string
  description?: string
  headers?: Record<string, string>
  page?: Page
}

type Addresses = Pick<BackendSettings, 'url' | 'app_origin'>

function say(
  settings: Addresses,
  req: IncomingMessage,
  res: ServerResponse,
  { status, code, description, headers = {}, page }: Said,
): true {
  const body = page?.html ?? JSON.stringify({ code, description })
  res.writeHead(status, {
    ...answerHeaders(settings),
    ...corsHeaders(settings.app_origin, req.headers.origin),
    'Content-Type': page ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    ...(page && { 'Content-Security-Policy': page.policy }),
    'Content-Length': Buffer.byteLength(body),
    ...headers,
  })
  res.end(body)
  return true
}

/** Ends a request whose body does not arrive. Sends an answer if there is none yet. */
function awaitBody(ctx: Ctx, timeouts: Timeouts, path: string | null, req: IncomingMessage, res: ServerResponse): void {
  const giveUp = () => {
    if (req.complete) return
    if (res.headersSent) req.socket.destroy()
    else say(ctx.settings, req, res, { status: 408, code: 'REQUEST_TIMEOUT', headers: { Connection: 'close' } })
  }
  let timer = setTimeout(giveUp, path === LETTER_PATH ? timeouts.letter : timeouts.body)
  res.once('close', () => {
    clearTimeout(timer)
    // A caller that has its answer and keeps sending gets less time.
    if (!req.complete) timer = setTimeout(giveUp, timeouts.check).unref()
  })
}

/** Says which Host arrived: behind a proxy that does not pass the header on, this is the proxy's own upstream name. */
function misdirected(url: string, host = ''): string {
  const arrived = host.replace(/[^\w.:[\]-]/g, '?').slice(0, 100)
  return `this server expects Host: ${new URL(url).host}; the request arrived with Host: ${arrived || '(none)'}`
}

/** Answers that need neither the issuer nor a route. @returns a function that says whether it has answered the request */
export function requestFilter(ctx: Ctx, timeouts: Partial<Timeouts> = {}) {
  const { waitFor, waitForMember } = startBudgets(ctx)
  const times = { ...DEFAULT_TIMEOUTS, ...timeouts }
  /** Strangers in the same network do not refuse a member who has signed in before in this browser. */
  async function waitOf({ method, headers, socket }: IncomingMessage, path: string): Promise<number> {
    if (method === 'OPTIONS') return 0
    const wait = await waitFor(path, addressOf(ctx, socket.remoteAddress, headers['x-forwarded-for']?.toString()))
    if (wait === 0) return 0
    const member_id = await memberKnownBy(ctx, deviceIn(ctx, headers.cookie)).catch(() => null)
    return member_id === null ? wait : waitForMember(path, member_id)
  }
  return async (req: IncomingMessage, res: ServerResponse): Promise<boolean> => {
    const path = pathOf(ctx, req)
    awaitBody(ctx, times, path, req, res)
    if (req.headers.host === undefined)
      return say(ctx.settings, req, res, { status: 400, code: 'BAD_REQUEST', description: 'Host' })
    if (req.headers.host?.toLowerCase() !== new URL(ctx.settings.url).host)
      return say(ctx.settings, req, res, {
        status: 421,
        code: 'MISDIRECTED_REQUEST',
        description: misdirected(ctx.settings.url, req.headers.host),
      })
    if ((req.url ?? '').length > MOST_URL) return say(ctx.settings, req, res, { status: 414, code: 'URI_TOO_LONG' })
    if (req.method === 'TRACE' || req.method === 'CONNECT')
      return say(ctx.settings, req, res, { status: 405, code: 'METHOD_NOT_ALLOWED' })
    if (path === null) return say(ctx.settings, req, res, { status: 400, code: 'BAD_REQUEST', description: 'path' })
    const wait = await waitOf(req, path)
    if (wait > 0) {
      const isRead = req.headers.accept?.includes('text/html') === true
      const headers = { 'Retry-After': String(wait) }
      const locale = pageLocale(req.url ?? '', req.headers['accept-language'])
      const page = isRead ? { page: busyPage(locale, wait, ctx.settings.platform[locale]) } : {}
      return say(ctx.settings, req, res, { status: 429, code: 'TOO_MANY_REQUESTS', headers, ...page })
    }
    return false
  }
}

/**
 * Sets the headers of the issuer's answers. The backend's own pages replace the policy by theirs.
 * NOTE: an empty `script-src` allows nothing. On pages that submit themselves, `oidc-provider` adds the hash of its script there.
 * NOTE: Firefox asks every page's origin for `/favicon.ico`, and reports a violation if `img-src` forbids it.
 */
export function pageHeaders(ctx: Ctx, res: ServerResponse): void {
  for (const [name, value] of Object.entries(standardHeaders(ctx.settings))) res.setHeader(name, value)
  const policy = `default-src 'none'; img-src 'self'; script-src; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  res.setHeader('Content-Security-Policy', policy)
}

/**
 * The issuer builds its addresses from the request. This sets the request's host and protocol to those of the settings, because TLS ends at
 * a proxy, and headers of proxies about names are not trusted.
 */
export function asAddressed(ctx: Ctx, req: IncomingMessage): void {
  delete req.headers['x-forwarded-host']
  req.headers['x-forwarded-proto'] = new URL(ctx.settings.url).protocol.slice(0, -1)
}
