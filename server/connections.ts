// Security E1: how many connections an HTTP server keeps, in all and for each address. Without a limit, connections that never become a
// request use up the process's descriptors, and the server answers nobody.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { Server, Socket } from 'node:net'

export type ConnectionLimits = {
  /** In all. The process's limit of descriptors must be higher. */
  total: number
  /** For one IPv4 address, or one IPv6 network of 64 bits, which belongs to one subscriber. */
  per_address: number
}

/** A browser opens six connections over HTTP/1.1, and one over HTTP/2. An office behind one address has many browsers. */
export const DEFAULT_CONNECTIONS: ConnectionLimits = { total: 2_000, per_address: 200 }

/**
 * How long a server keeps a connection behind a proxy, in milliseconds. Proxies keep one for 60 s (nginx, the load balancers of the clouds). If the server ended it
 * first, a request that has just been sent would be lost, and a proxy does not repeat a POST: the member would read 502.
 */
export const BEHIND_PROXY_MS = 75_000

/** Milliseconds: how long a connection may wait for its first and for its next request, and the interval of these checks. */
type Times = { idle: number; keepAlive: number; check: number }

/** `since` is a time of the monotonic clock: a clock that is put right ends no connection. */
type Connection = { key: string; socket: Socket; caller: Caller; isUsed: boolean; requests: number; since: number }
/** Both sets begin with the oldest entry. `waiting` has the connections without an open request. */
type Caller = { open: Set<Connection>; waiting: Set<Connection> }

const nameOf = (address = ''): string =>
  address.includes('.') ? address : (address.split('::')[0] ?? '').split(':').slice(0, 4).join(':')

/** Names a connection. The socket of a TLS request is another object than that of its connection. */
const keyOf = ({
  remoteAddress,
  remotePort,
}: {
  remoteAddress?: string | undefined
  remotePort?: number | undefined
}) => `${remoteAddress} ${remotePort}`

const first = (connections: Iterable<Connection>): Connection | undefined => {
  for (const connection of connections) return connection
  return undefined
}

const mostOf = (callers: Iterable<Caller>, kind: keyof Caller): Caller | undefined => {
  let most: Caller | undefined
  for (const caller of callers) if (caller[kind].size > (most?.[kind].size ?? 0)) most = caller
  return most
}

/**
 * Ends connections above the limits, and those that wait too long for a request. At the limit of an address, its connection that has waited
 * longest gives way to the new one. At the limit for all, the address with the most waiting connections gives way; if none waits, the address
 * with the most connections, unless the new one is its own. A new connection finds no place only if requests use all places of its address,
 * or if no address has more connections than its own.
 * @param onEnded receives the number that the limits ended since the last check, if there are any
 */
export function limitConnections(
  server: Server,
  { total, per_address }: ConnectionLimits,
  { idle, keepAlive, check }: Times,
  onEnded: (count: number) => void,
): void {
  const connections = new Map<string, Connection>()
  const callers = new Map<string, Caller>()
  let ended = 0

  const wait = (connection: Connection) => {
    connection.since = performance.now()
    connection.caller.waiting.add(connection)
  }
  const remove = (connection: Connection) => {
    if (connections.get(connection.key) === connection) connections.delete(connection.key)
    connection.caller.open.delete(connection)
    connection.caller.waiting.delete(connection)
  }
  /** @returns the connection that gives way to a new one of this caller, or null if the new one finds no place */
  const placeFrom = (caller: Caller): Connection | null => {
    if (caller.open.size >= per_address) return first(caller.waiting) ?? null
    const waiting = first(mostOf(callers.values(), 'waiting')?.waiting ?? [])
    if (waiting) return waiting
    const most = mostOf(callers.values(), 'open')
    return most && most.open.size > caller.open.size ? (first(most.open) ?? null) : null
  }

  server.on('connection', (socket: Socket) => {
    const name = nameOf(socket.remoteAddress)
    const caller = callers.get(name) ?? { open: new Set(), waiting: new Set() }
    if (caller.open.size >= per_address || connections.size >= total) {
      ended += 1
      const other = placeFrom(caller)
      if (!other) return void socket.destroy()
      remove(other)
      other.socket.destroy()
    }
    const key = keyOf(socket)
    const connection: Connection = { key, socket, caller, isUsed: false, requests: 0, since: 0 }
    callers.set(name, caller)
    connections.set(key, connection)
    caller.open.add(connection)
    wait(connection)
    socket.once('close', () => {
      remove(connection)
      if (caller.open.size === 0 && callers.get(name) === caller) callers.delete(name)
    })
  })

  server.on(
    'request',
    ({ socket }: IncomingMessage | Http2ServerRequest, res: ServerResponse | Http2ServerResponse): void => {
      const connection = connections.get(keyOf(socket))
      if (!connection) return
      connection.isUsed = true
      connection.requests += 1
      connection.caller.waiting.delete(connection)
      res.once('close', () => {
        connection.requests -= 1
        if (connection.requests === 0 && !connection.socket.destroyed) wait(connection)
      })
    },
  )

  const sweep = () => {
    for (const { waiting } of callers.values())
      for (const { socket, isUsed, since } of waiting)
        if (performance.now() - since >= (isUsed ? keepAlive : idle)) socket.destroy()
    if (ended > 0) onEnded(ended)
    ended = 0
  }
  const timer = setInterval(sweep, check).unref()
  server.once('close', () => clearInterval(timer))
}
