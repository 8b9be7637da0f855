// The static server: the built app for one environment, over HTTP on this machine or over TLS.
import { createServer, maxHeaderSize, STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import { constants, createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo, Server, Socket } from 'node:net'
import { BEHIND_PROXY_MS, limitConnections } from '../connections.ts'
import { DRAIN_MS, shutdownOf } from '../shutdown.ts'
import { isLoopback } from '../../contract/url.ts'
import { readRecord } from './record.ts'
import { answer, reported, tooLarge, type Reply } from './answer.ts'
import { MOST_REPORT_BYTES, REPORT_PATH, reportTaker } from './reports.ts'
import { readServeSettings, type Env } from './settings.ts'
import { loadSite } from './site.ts'
import { readTls } from './tls.ts'
import { codeOf } from './codeOf.ts'

/** Errors of the parser as a status. Any other error is a bad request. */
const UNREAD: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

export type RunningServer = { url: string; close: () => Promise<void> }
type Options = {
  port: number
  host?: string
  env: Env
  dist?: string
  log?: (line: string) => void
  timeouts?: Partial<Timeouts>
}

/**
 * Time limits in milliseconds: `request` for a request to arrive, `idle` for a silent connection, `keepAlive` for a proxy's connection between two
 * requests, `check` between two checks of these limits, `end` for open requests at a shutdown.
 */
type Timeouts = { request: number; idle: number; keepAlive: number; check: number; end: number }
const DEFAULT_TIMEOUTS: Timeouts = {
  request: 10_000,
  idle: 30_000,
  keepAlive: BEHIND_PROXY_MS,
  check: 5_000,
  end: DRAIN_MS,
}

/**
 * Serves the build in `dist` with the settings of `env`. Wrong settings go to `log`, one line each, and the server starts even so: its page
 * says what is wrong. Rejects with one sentence if there is no build or the port is taken.
 */
export async function startServer(options: Options): Promise<RunningServer> {
  const { port, env, dist = 'dist/app', log = () => {} } = options
  // An empty value counts as unset: with an empty host Node would listen on every address.
  const host = options.host || '127.0.0.1'
  const record = readRecord(dist)
  if (!record) throw new Error(`There is no finished build in ${dist}: run npm run build`)
  const serve = readServeSettings(env)
  for (const problem of serve.problems) log(`setting ${problem}`)
  for (const warning of serve.warnings) log(warning)
  const tls = readTls(env)
  const site = await loadSite(dist, record, serve, tls !== null).catch((error: unknown) => {
    throw new Error(`The build in ${dist} is not whole (${codeOf(error)}): run npm run build`)
  })
  const take = reportTaker(log)
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts }
  const handle = (req: Asked, res: Answer) => {
    shutdown.count(req, res)
    const { method = '', url = '', headers } = req
    // HTTP/2 has a pseudo-header instead. Node's own 400 would lack the security headers.
    if (req.httpVersionMajor === 1 && req.httpVersionMinor === 1 && headers.host === undefined)
      return send(res, reported(site, 400))
    // Node's limit for HTTP/1.1, so that no member opens the app whose calls the backend then refuses for the same cookies.
    if ('stream' in req && bytesOf(req.rawHeaders) > maxHeaderSize) return send(res, tooLarge(site))
    const late = setTimeout(() => cutOff(req), timeouts.request)
    req.once('close', () => clearTimeout(late))
    if (method === 'POST' && url === REPORT_PATH)
      return bodyOf(req, (body) => send(res, reported(site, take(headers['content-type'] ?? '', body))))
    const isReady = serve.settings !== null && !shutdown.isDraining
    send(res, answer(site, serve.settings, { method, url, headers }, isReady))
    req.resume()
  }
  const server = tls ? secureServer(tls, timeouts, handle) : plainServer(timeouts, handle)
  // A server without TLS of its own is behind a proxy.
  const keepAlive = tls ? timeouts.idle : timeouts.keepAlive
  limitConnections(server, serve.connections, { ...timeouts, keepAlive }, (count) =>
    log(`connections: ended ${count} without a request at the limit (APP_CONNECTIONS, APP_CONNECTIONS_PER_ADDRESS)`),
  )
  answerUnread(server, (status) => (status === 431 ? tooLarge(site) : reported(site, status)))
  const shutdown = shutdownOf(server)
  await listen(server, port, host)
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `${tls ? 'https' : 'http'}://${isLoopback(host) ? 'localhost' : host}:${bound}`,
    close: () => shutdown.close(timeouts.end),
  }
}

const bytesOf = (fields: readonly string[]): number => fields.reduce((bytes, field) => bytes + field.length, 0)

type Asked = IncomingMessage | Http2ServerRequest
type Answer = ServerResponse | Http2ServerResponse
type Handle = (req: Asked, res: Answer) => void

function send(res: Answer, { status, headers, body, links }: Reply): void {
  // Over HTTP/2 only: some HTTP/1.1 proxies take it for the reply.
  if (links && 'stream' in res) res.writeEarlyHints({ link: links })
  // The two kinds of response share these calls, but not their types.
  res.statusCode = status
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  res.end(body ?? '')
}

/** Ends a request that is still arriving: its stream over HTTP/2, else its connection. */
function cutOff(req: Asked): void {
  if (req.complete) return
  if ('stream' in req) req.stream.close(constants.NGHTTP2_CANCEL)
  else req.socket.destroy()
}

/** Reads a body up to its limit. What follows is discarded until the request is cut off. */
function bodyOf(req: Asked, done: (body: Buffer) => void): void {
  const chunks: Buffer[] = []
  let length = 0
  const finish = () => {
    req.off('data', read).off('end', finish).resume()
    done(Buffer.concat(chunks))
  }
  const read = (chunk: Buffer) => {
    length += chunk.length
    chunks.push(chunk)
    if (length > MOST_REPORT_BYTES) finish()
  }
  req.on('data', read).on('end', finish)
}

const plainServer = ({ request, idle, keepAlive, check }: Timeouts, handle: Handle): Server =>
  createServer(
    {
      requestTimeout: request,
      headersTimeout: request,
      keepAliveTimeout: keepAlive,
      connectionsCheckingInterval: check,
      requireHostHeader: false,
    },
    handle,
  ).setTimeout(idle)

/**
 * A browser can read a TLS record when all of it has arrived. With records as small as a packet, it lays out the page's beginning while the
 * end is still on a slow line.
 */
const RECORD_BYTES = 1300

/** Requests at once on one HTTP/2 connection. Node's default is no limit. */
const MOST_STREAMS = 100

/** Browsers send each cookie in a field of its own, and keep up to 180 of a site. Beyond Node's default of 128 fields the browser shows an error of its own. */
const MOST_FIELDS = 1000

function secureServer(
  tls: NonNullable<ReturnType<typeof readTls>>,
  { request, idle, check }: Timeouts,
  handle: Handle,
): Server {
  const server = createSecureServer(
    {
      ...tls,
      allowHTTP1: true,
      handshakeTimeout: request,
      settings: { maxConcurrentStreams: MOST_STREAMS },
      maxHeaderListPairs: MOST_FIELDS,
    },
    handle,
  )
  server.setTimeout(idle)
  // NOTE: Node leaves the connection of a failed handshake to its listener `clientError`, whose answer would wait for the handshake for ever.
  server.prependListener('tlsClientError', (_error, socket) => socket.destroy())
  server.on('secureConnection', (socket) => socket.setMaxSendFragment(RECORD_BYTES))
  // HTTP/1.1 only: the options above are not accepted for it.
  return Object.assign(server, {
    requestTimeout: request,
    headersTimeout: request,
    connectionsCheckingInterval: check,
    requireHostHeader: false,
  })
}

/** Node's parser refuses some input before it becomes a request. The answer still gets the usual headers. */
function answerUnread(server: Server, reply: (status: number) => Reply): void {
  // NOTE: without a listener Node answers 417 by itself, without any of these headers.
  server.on('checkExpectation', (_req: Asked, res: Answer) => send(res, reply(417)))
  const last = new WeakMap<Socket, ServerResponse>()
  server.on('request', (req: Asked, res: Answer) => {
    if (!('stream' in res)) last.set(req.socket, res)
  })
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket: Socket) => {
    const before = last.get(socket)
    // After an answer that has begun, and whose request continues, another one would become part of it.
    const isHeard = before?.headersSent === true && !(before.writableFinished && before.req.complete)
    if (isHeard || !socket.writable) return void socket.destroy()
    const { status, headers, body } = reply(UNREAD[code] ?? 400)
    const length = String(body?.length ?? 0)
    const lines = Object.entries({ ...headers, 'content-length': length, connection: 'close' })
    const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${text}\r\n${body?.toString() ?? ''}`)
    socket.destroySoon()
  })
}

const listen = (server: Server, port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const said: Record<string, string> = {
        EADDRINUSE: `Port ${port} is taken: set APP_PORT to a free one`,
        EACCES: `APP_PORT: this user may not listen at port ${port}`,
      }
      reject(new Error(said[error.code ?? ''] ?? `HOST: this machine cannot listen at ${host} (${error.code})`))
    })
    server.listen(port, host, resolve)
  })
