// A load balancer for two processes of the backend, for the journeys and the tests.
import { createServer, request } from 'node:http'
import type { Closable } from './running.ts'

/** A load balancer: the next request goes to the next process, whichever visit it belongs to. */
export async function balance(port: number, backends: readonly number[]): Promise<Closable> {
  let asked = 0
  const server = createServer((from, to) => {
    const backend = backends[(asked += 1) % backends.length]
    const headers = { ...from.headers, 'x-forwarded-for': from.socket.remoteAddress }
    const on = request({ port: backend, method: from.method, path: from.url, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(to)
    })
    on.once('error', () => to.destroy())
    to.once('close', () => on.destroy())
    from.pipe(on)
  })
  await new Promise<void>((resolve, reject) => void server.once('error', reject).listen(port, 'localhost', resolve))
  return {
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}
