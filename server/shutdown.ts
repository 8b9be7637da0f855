// Ends an HTTP server without cutting off requests that it is answering: the static server of the app, and the backend.
import type { Server, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a request and its response must offer here: HTTP/1.1 and HTTP/2 both do. */
type Request = { socket: Duplex; stream?: Duplex }
type Response = { once(event: 'close', listener: () => void): unknown }

type Shutdown = {
  /** True from the signal on. The readiness address then answers 503. */
  readonly isDraining: boolean
  /** Call this for each request before its answer. */
  count(req: Request, res: Response): void
  /** Resolves when the server is closed, after `limit_ms` at the latest. */
  close(limit_ms: number): Promise<void>
}

/** How long open requests may take after the signal, in milliseconds: as long as the contract's request timeout. */
export const DRAIN_MS = 10_000

/**
 * Counts open requests by the connection (HTTP/1.1) or stream (HTTP/2) that carries them.
 * NOTE: Node emits no `close` for pipelined responses that wait behind another one when their connection ends.
 */
function openRequests() {
  const counts = new Map<Duplex, number>()
  const known = new WeakSet<Duplex>()
  let notify = () => {}
  const forget = (carrier: Duplex) => counts.delete(carrier) && counts.size === 0 && notify()
  return {
    add({ socket, stream }: Request, res: Response): void {
      const carrier = stream ?? socket
      counts.set(carrier, (counts.get(carrier) ?? 0) + 1)
      if (!known.has(carrier)) carrier.once('close', () => forget(carrier))
      known.add(carrier)
      res.once('close', () => {
        const left = (counts.get(carrier) ?? 0) - 1
        if (left > 0) counts.set(carrier, left)
        else forget(carrier)
      })
    },
    none: () => new Promise<void>((resolve) => (counts.size > 0 ? (notify = resolve) : resolve())),
  }
}

/**
 * Watches a server for a later shutdown. The server keeps listening while requests are open, so that a load balancer reads from the
 * readiness address that this instance is leaving. It refuses new connections after half of the limit, and cuts what is left at the limit.
 */
export function shutdownOf(server: Server): Shutdown {
  const requests = openRequests()
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  let isDraining = false
  return {
    get isDraining() {
      return isDraining
    },
    count: (req, res) => requests.add(req, res),
    async close(limit_ms) {
      isDraining = true
      const half = () => sleep(limit_ms / 2, undefined, { ref: false })
      await Promise.race([requests.none(), half()])
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await Promise.race([requests.none(), half()])
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
