// A load balancer for processes of the backend, for the journeys, the tests and the trials under load.
import { createServer, request } from 'node:http'
import { pipeline } from 'node:stream'
import type { Closable } from './running.ts'

/**
 * The next request goes to the next process, whichever visit it belongs to. No request is made twice.
 * @param backends their ports. The caller may put another one in the place of one of them
 */
export async function balance(port: number, backends: readonly number[]): Promise<Closable> {
  let asked = 0
  const server = createServer((from, to) => {
    const backend = backends[(asked += 1) % backends.length]
    const headers = { 'x-forwarded-for': from.socket.remoteAddress, ...from.headers }
    const on = request({ port: backend, method: from.method, path: from.url, headers, agent: false }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      // A process that ends within its answer ends the answer.
      pipeline(answer, to, () => {})
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
