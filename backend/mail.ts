// E-mail is sent by SMTP even on one machine, so that a real relay (`smtp_url`) needs no other code.
import type { AddressInfo } from 'node:net'
import { createTransport, type Transporter } from 'nodemailer'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Ctx } from './context.ts'
import { traced } from './tracing/spans.ts'

export type Mail = { to: string; subject: string; text: string }
/** `id`: the same for each try to send the mail, so that a mailbox can drop a second copy. */
type Outgoing = Mail & { id?: string | undefined }
type Receive = (mail: Mail) => Promise<void>
type Post = { transport: Transporter; server: SMTPServer | null }

const MOST_BYTES = 1024 * 1024

/** The SMTP transport of each backend, opened with its first mail. */
const posts = new WeakMap<Ctx, Promise<Post>>()

/** An SMTP server on a free loopback port that accepts any mail and passes it on parsed. */
function openServer(receive: Receive): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: MOST_BYTES,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks))
          .then(async ({ subject = '', text = '' }) => {
            for (const { address } of session.envelope.rcptTo)
              await receive({ to: address, subject, text: text.trimEnd() })
            done()
          })
          .catch((error: unknown) => done(error instanceof Error ? error : new Error('not accepted')))
      })
    },
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}

async function open(ctx: Ctx, receive: Receive): Promise<Post> {
  const { mail_answer_ms: ms } = ctx.settings.limits
  const timeouts = { connectionTimeout: ms, greetingTimeout: ms, socketTimeout: ms, dnsTimeout: ms }
  if (ctx.settings.smtp_url)
    return { transport: createTransport({ url: ctx.settings.smtp_url, ...timeouts }), server: null }
  const server = await openServer(receive)
  // The server alone does not keep the process alive.
  server.server.unref()
  server.on('error', (error) => ctx.log('mail.error', { reason: error.name }))
  const { port } = server.server.address() as AddressInfo
  return {
    transport: createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true, ...timeouts }),
    server,
  }
}

/** The `Message-ID` of a mail: its ID at the domain of the sender. */
const messageId = (id: string, from: string): string => `<${id}@${/@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost'}>`

/** Sends one mail. Resolves when the server has accepted it, and rejects if it has not. */
export async function deliver(ctx: Ctx, { id, ...mail }: Outgoing, receive: Receive): Promise<void> {
  const opening = posts.get(ctx) ?? open(ctx, receive)
  posts.set(ctx, opening)
  const { transport } = await opening.catch((error: unknown) => {
    posts.delete(ctx)
    throw error
  })
  const from = ctx.settings.smtp_from
  // If it rejects, the transport stays open for the next mail.
  const send = () => transport.sendMail({ from, ...mail, ...(id && { messageId: messageId(id, from) }) })
  await traced('client', 'smtp', {}, send)
}

/** Closes the SMTP transport of this backend, if it was opened. */
export async function closeMail(ctx: Ctx): Promise<void> {
  const post = await posts.get(ctx)?.catch(() => null)
  posts.delete(ctx)
  post?.transport.close()
  const server = post?.server
  if (server) await new Promise<void>((resolve) => server.close(() => resolve()))
}
