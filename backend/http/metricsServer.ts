// The address that a Prometheus server reads: `GET /metrics` and nothing else, on a server of its own, so that no member can reach it.
import type { RequestListener } from 'node:http'
import type { Registry } from 'prom-client'
import { BEHIND_PROXY_MS } from '../../server/connections.ts'
import { answerHeaders } from './headers.ts'
import { createHttpServer, listen } from './httpServer.ts'
import { answerUnread } from './unread.ts'

/** Where the second server listens. Port 0: a free one. */
export type MetricsAddress = { host: string; port: number }

/** A few Prometheus servers, each with one connection, which it keeps from one reading to the next. */
const CONNECTIONS = { total: 20, per_address: 20 }

const answerWith =
  (registry: Registry): RequestListener =>
  ({ method = '', url }, res) => {
    const say = (status: number, type: string, body: string, headers: Record<string, string> = {}) => {
      const length = Buffer.byteLength(body)
      const all = { ...answerHeaders({ url: '' }), 'Content-Type': type, 'Content-Length': length, ...headers }
      res.writeHead(status, all).end(method === 'HEAD' ? undefined : body)
    }
    const refuse = (status: number, code: string, headers: Record<string, string> = {}) =>
      say(status, 'application/json; charset=utf-8', JSON.stringify({ code }), { Connection: 'close', ...headers })
    if (url !== '/metrics') return refuse(404, 'NOT_FOUND')
    if (method !== 'GET' && method !== 'HEAD') return refuse(405, 'METHOD_NOT_ALLOWED', { Allow: 'GET, HEAD' })
    registry.metrics().then(
      (text) => say(200, registry.contentType, text),
      () => refuse(500, 'INTERNAL'),
    )
  }

/** @returns the address of the metrics @throws StartProblem if the port is taken */
export async function serveMetrics(registry: Registry, { host, port }: MetricsAddress) {
  const server = createHttpServer(answerWith(registry), {
    connections: CONNECTIONS,
    timeouts: { letter: 0, keepAlive: BEHIND_PROXY_MS },
  })
  answerUnread(server, '')
  const taken = await listen(server, port, host, 'BACKEND_METRICS')
  const name = host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${name}:${taken}/metrics`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
