// The network line between browser and servers, at the level of TCP: each connection pays for its set-up, and all share the bandwidth. A
// browser's own throttling delays requests but not the handshakes of TCP and TLS.
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** @property roundTrip ms @property down bytes a second, to the browser @property up bytes a second, from it */
export type Speed = { roundTrip: number; down: number; up: number }
export type Line = {
  set: (speed: Speed) => void
  /** @returns the port that leads through this line to the server at `target` */
  open: (target: number) => Promise<number>
  close: () => void
}

export const FREE: Speed = { roundTrip: 0, down: Infinity, up: Infinity }
/** Bytes in a packet. Parallel connections are interleaved in these units. */
const SEGMENT = 1400

export function startLine(): Line {
  let speed = FREE
  const freeAt = { down: 0, up: 0 }
  const servers: Server[] = []
  const sockets = new Set<Socket>()

  /** When these bytes have arrived at the other end. */
  function arrival(way: 'down' | 'up', bytes: number): number {
    freeAt[way] = Math.max(performance.now(), freeAt[way]) + (bytes / speed[way]) * 1000
    return freeAt[way] + speed.roundTrip / 2
  }

  /** @param opens when the connection is established */
  function carry(from: Socket, to: Socket, way: 'down' | 'up', opens: number): void {
    const underWay: { at: number; bytes: Buffer | null }[] = []
    let timer: NodeJS.Timeout | undefined
    const deliver = () => {
      timer = undefined
      while (underWay[0] && underWay[0].at <= performance.now()) {
        const bytes = underWay.shift()?.bytes
        if (bytes) to.write(bytes)
        else to.end()
      }
      if (underWay[0]) timer = setTimeout(deliver, underWay[0].at - performance.now())
    }
    const send = (bytes: Buffer | null) => {
      underWay.push({ at: Math.max(opens, arrival(way, bytes?.length ?? 0)), bytes })
      timer ??= setTimeout(deliver, underWay[0] ? underWay[0].at - performance.now() : 0)
    }
    from.on('data', (bytes: Buffer) => {
      for (let at = 0; at < bytes.length; at += SEGMENT) send(bytes.subarray(at, at + SEGMENT))
    })
    from.on('end', () => send(null))
    for (const socket of [from, to]) socket.on('close', () => clearTimeout(timer))
  }

  function take(socket: Socket, target: number): void {
    const server = connect(target, '127.0.0.1')
    const opens = performance.now() + speed.roundTrip * 1.5
    carry(socket, server, 'up', opens)
    carry(server, socket, 'down', 0)
    for (const [one, other] of [
      [socket, server],
      [server, socket],
    ] as const) {
      one.setNoDelay(true)
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => sockets.delete(one))
    }
  }

  return {
    set: (next) => (speed = next),
    open: async (target) => {
      const server = createServer((socket) => take(socket, target))
      servers.push(server)
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve)
      })
      return (server.address() as AddressInfo).port
    },
    close: () => {
      for (const server of servers) server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
