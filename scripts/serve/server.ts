// The static server: the built app for one environment, over HTTP on this machine or over TLS.
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createSecureServer } from 'node:http2'
import type { AddressInfo, Server, Socket } from 'node:net'
import { readRecord } from '../build/record'
import { answer, type Reply, type Request } from './answer'
import { readServeSettings, type Env } from './settings'
import { loadSite } from './site'

export type RunningServer = { url: string; close: () => Promise<void> }
type Options = { port: number; host?: string; env: Env; dist?: string; log?: (line: string) => void }

/**
 * Serves the build in `dist` with the settings of `env`. Wrong settings are told to `log`, one line each, and the page is served all
 * the same: it says what is wrong. Rejects with one clear sentence when there is no build or the port is taken.
 */
export async function startServer(options: Options): Promise<RunningServer> {
  const { port, host = '127.0.0.1', env, dist = 'dist', log = () => {} } = options
  const record = readRecord(dist)
  if (!record) throw new Error(`There is no finished build in ${dist}: run npm run build`)
  const serve = readServeSettings(env)
  for (const problem of serve.problems) log(`setting ${problem}`)
  const tls = readTls(env)
  const site = await loadSite(dist, record, serve, tls !== null)
  const handle = (request: Request) => answer(site, serve.settings, request)
  const server = tls ? secureServer(tls, handle) : plainServer(handle)
  const sockets = track(server)
  await listen(server, port, host)
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `${tls ? 'https' : 'http'}://${isLoopback(host) ? 'localhost' : host}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

function readTls(env: Env) {
  if (!env.TLS_CERT_FILE && !env.TLS_KEY_FILE) return null
  if (!env.TLS_CERT_FILE || !env.TLS_KEY_FILE) throw new Error('TLS needs both TLS_CERT_FILE and TLS_KEY_FILE')
  return { cert: readFileSync(env.TLS_CERT_FILE), key: readFileSync(env.TLS_KEY_FILE), minVersion: 'TLSv1.2' as const }
}

function plainServer(handle: (request: Request) => Reply): Server {
  const listener: RequestListener = (req, res) => {
    const { status, headers, body } = handle({ method: req.method ?? '', url: req.url ?? '', headers: req.headers })
    res.writeHead(status, headers)
    res.end(body ?? '')
    req.resume()
  }
  return createServer({ requestTimeout: 10_000, headersTimeout: 10_000, keepAliveTimeout: 30_000 }, listener)
}

function secureServer(tls: NonNullable<ReturnType<typeof readTls>>, handle: (request: Request) => Reply): Server {
  return createSecureServer({ ...tls, allowHTTP1: true }, (req, res) => {
    const { status, headers, body } = handle({ method: req.method, url: req.url, headers: req.headers })
    res.writeHead(status, headers)
    res.end(body ?? '')
    req.resume()
  })
}

function track(server: Server): Set<Socket> {
  const sockets = new Set<Socket>()
  const add = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  }
  server.on('connection', add)
  return sockets
}

const listen = (server: Server, port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken: set APP_PORT to a free one`) : error)
    })
    server.listen(port, host, resolve)
  })
