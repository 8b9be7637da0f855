// Marionette, Firefox's own protocol over TCP. It has the commands of WebDriver for virtual authenticators, which WebDriver BiDi lacks.
import { once } from 'node:events'
import { connect } from 'node:net'

/** A message is its length in bytes, a colon and JSON: `[0, id, command, parameters]`, or `[1, id, error, result]` for an answer. */
type Answer = [type: 1, id: number, error: { message: string } | null, result: unknown]

export type Marionette = { send: (command: string, parameters: object) => Promise<unknown>; close: () => void }

/** @throws if nothing listens there. `send` rejects with Firefox's own message. */
export async function connectMarionette(port: number): Promise<Marionette> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const waiting = new Map<number, (answer: Answer) => void>()
  let received = Buffer.alloc(0)
  let last = 0

  /** @returns the text of the first complete message, or null */
  function take(): string | null {
    const colon = received.indexOf(':')
    if (colon < 0) return null
    const end = colon + 1 + Number(received.subarray(0, colon).toString())
    if (received.length < end) return null
    const text = received.subarray(colon + 1, end).toString()
    received = received.subarray(end)
    return text
  }

  socket.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes])
    for (let text = take(); text !== null; text = take()) {
      const message = JSON.parse(text) as Answer | object
      // Firefox introduces itself in the first message, which is no answer.
      if (Array.isArray(message)) waiting.get((message as Answer)[1])?.(message as Answer)
    }
  })

  function send(command: string, parameters: object): Promise<unknown> {
    const id = ++last
    const text = JSON.stringify([0, id, command, parameters])
    return new Promise((resolve, reject) => {
      waiting.set(id, ([, , error, result]) => {
        waiting.delete(id)
        if (error) reject(new Error(`${command}: ${error.message}`))
        else resolve(result)
      })
      socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
  }
  return { send, close: () => void socket.destroy() }
}
