// A mail relay and a gateway for text messages, which keep the newest code for each recipient.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import * as z from 'zod/mini'

const Sms = z.object({ data: z.object({ to: z.string(), text: z.string() }) })
/** Longer than a failover takes. */
const MOST_MS = 60_000

export async function startMessages() {
  const codes = new Map<string, string>()
  const keep = (to: string, said: string) => {
    const [code] = /(?<![\w-])\d{6}(?![\w-])/.exec(said) ?? []
    if (code) codes.set(to, code)
  }
  const relay = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      void text(stream).then(async (raw) => {
        const { text: said = '' } = await PostalMime.parse(raw)
        for (const { address } of session.envelope.rcptTo) keep(address, said)
        done()
      })
    },
  })
  await once(relay.listen(0, '127.0.0.1'), 'listening')
  const gateway = createServer((asked, answer) => {
    void text(asked).then((body) => {
      const { to, text: said } = Sms.parse(JSON.parse(body)).data
      keep(to, said)
      answer.end()
    })
  })
  await once(gateway.listen(0, '127.0.0.1'), 'listening')
  const { port } = relay.server.address() as AddressInfo
  return {
    smtp_url: `smtp://127.0.0.1:${port}`,
    sms_url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    /** The next code for this recipient. */
    async codeTo(to: string): Promise<string> {
      const end = performance.now() + MOST_MS
      for (;;) {
        const code = codes.get(to)
        if (code) {
          codes.delete(to)
          return code
        }
        if (performance.now() > end) throw new Error('a code was promised, and did not come')
        await pause(50)
      }
    },
    async close() {
      gateway.closeAllConnections()
      gateway.close()
      await new Promise<void>((resolve) => relay.close(() => resolve()))
    },
  }
}
export type Messages = Awaited<ReturnType<typeof startMessages>>
