// Security D5, O10, D17: the one HTTP server, and what it turns away before the issuer or a route sees it.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Ctx } from '../context'
import { StartProblem } from '../db/lockFile'
import { standardHeaders } from './headers'

const MOST_URL = 8 * 1024
const MOST_HEADER_BYTES = 16 * 1024

export const createFrontDoor = (listener: RequestListener): Server =>
  createServer(
    { maxHeaderSize: MOST_HEADER_BYTES, headersTimeout: 10_000, requestTimeout: 20_000, keepAliveTimeout: 5_000 },
    listener,
  )

/** @returns the port, also where any free one was asked for */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(error.code === 'EADDRINUSE' ? new StartProblem(`port ${port} is taken: set SANDBOX_PORT`) : error),
    )
    server.listen(port, host, () => done((server.address() as AddressInfo).port))
  })
}

/** Answers that need neither the issuer nor a route. @returns whether the request was answered */
export function turnedAway(ctx: Ctx, req: IncomingMessage, res: ServerResponse): boolean {
  const say = (status: number, code: string) => {
    const headers = {
      ...standardHeaders(ctx.settings),
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      Connection: 'close',
    }
    res.writeHead(status, headers).end(JSON.stringify({ code }))
    return true
  }
  if (req.headers.host?.toLowerCase() !== new URL(ctx.settings.url).host) return say(421, 'MISDIRECTED_REQUEST')
  if ((req.url ?? '').length > MOST_URL) return say(414, 'URI_TOO_LONG')
  if (req.method === 'TRACE' || req.method === 'CONNECT') return say(405, 'METHOD_NOT_ALLOWED')
  return false
}

/** What holds for the issuer's answers too; its own pages add to it. */
export function pageHeaders(ctx: Ctx, res: ServerResponse): void {
  for (const [name, value] of Object.entries(standardHeaders(ctx.settings))) res.setHeader(name, value)
  res.setHeader('Content-Security-Policy', `object-src 'none'; base-uri 'none'; frame-ancestors 'none'`)
}

/**
 * The issuer makes its addresses of a request's own. They are those of the settings: TLS ends at the proxy in front, and what
 * any hop says about names is not asked.
 */
export function asAddressed(ctx: Ctx, req: IncomingMessage): void {
  delete req.headers['x-forwarded-host']
  req.headers['x-forwarded-proto'] = new URL(ctx.settings.url).protocol.slice(0, -1)
}
