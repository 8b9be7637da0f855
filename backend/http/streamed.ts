// An answer that is sent while it is made, because it may be larger than memory should hold.
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Ctx } from '../context.ts'
import { DatabaseUnavailable } from '../db/unavailable.ts'

/**
 * @param lines of the JSON of the data. The next one is made when the caller has taken those before it
 * @returns the answer with status 200. If the lines fail, its connection is cut: the status has left, and a caller must not take a part for the whole
 */
export function streamed(c: Context, ctx: Ctx, lines: AsyncIterable<string>): Response {
  const { outgoing } = c.env as HttpBindings
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      yield Buffer.from('{"data":')
      for await (const line of lines) yield Buffer.from(`${line}\n`)
      yield Buffer.from('}')
    } catch (error) {
      if (error instanceof DatabaseUnavailable) ctx.unavailable(error)
      else ctx.log('fault', { message: String(error) })
      outgoing.destroy()
    }
  }
  const made = bytes()
  const body = new ReadableStream<Uint8Array>({
    async pull(stream) {
      const { done, value } = await made.next()
      if (done) stream.close()
      else stream.enqueue(value)
    },
    cancel: async () => void (await made.return(undefined)),
  })
  return c.body(body, 200, { 'content-type': 'application/json' })
}
