// A mail relay that a test can take away, slow down, and read.
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type RelayMail = { to: string; subject: string; text: string; messageId: string }

/** `refuses` mails for now, `holds` them without an answer, takes them but says that it did not (`forgets`), or `takes` them. */
export type RelayWay = 'takes' | 'refuses' | 'holds' | 'forgets'

export async function startRelay() {
  const mails: RelayMail[] = []
  const relay = { way: 'takes' as RelayWay, held: 0, mails }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onMailFrom(_address, _session, done) {
      if (relay.way === 'refuses') done(Object.assign(new Error('try later'), { responseCode: 451 }))
      else done()
    },
    onData(stream, session, done) {
      void text(stream).then(async (raw) => {
        if (relay.way === 'holds') return void (relay.held += 1)
        const { subject = '', text: body = '', messageId = '' } = await PostalMime.parse(raw)
        for (const { address } of session.envelope.rcptTo)
          mails.push({ to: address, subject, text: body.trimEnd(), messageId })
        if (relay.way === 'forgets') done(Object.assign(new Error('try later'), { responseCode: 451 }))
        else done()
      })
    },
  })
  server.on('error', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.server.address() as AddressInfo
  return Object.assign(relay, {
    url: `smtp://127.0.0.1:${port}`,
    /** Also ends the connections whose mail it holds. */
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}

export type Relay = Awaited<ReturnType<typeof startRelay>>
