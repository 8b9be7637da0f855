// Signs a call as Standard Webhooks says (https://www.standardwebhooks.com): webhooks to services, and messages to an operator's SMS gateway.
import { createHmac, randomBytes } from 'node:crypto'

/** @property at when this try leaves: a receiver refuses an old one, and knows a repeated call by its ID */
type Call = { id: string; at: Date; body: string }

const PREFIX = 'whsec_'
/** The least and the most that the specification recommends, in bytes. */
const LENGTHS = { least: 24, most: 64 } as const
const NEW_BYTES = 32

/** A secret in the form in which receivers take it. */
export const secretOf = (bytes: Uint8Array): string => PREFIX + Buffer.from(bytes).toString('base64')
export const newWebhookSecret = (): string => secretOf(randomBytes(NEW_BYTES))
export const bytesOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64')

export const WEBHOOK_SECRET_WANTED = `whsec_ and Base64 of ${LENGTHS.least} to ${LENGTHS.most} bytes`
/** Whether a text is such a secret. */
export function isWebhookSecret(text: string): boolean {
  const bytes = bytesOf(text)
  return secretOf(bytes) === text && bytes.length >= LENGTHS.least && bytes.length <= LENGTHS.most
}

/** @param keys each one signs, so that a receiver may know any of them */
export function signedHeaders({ id, at, body }: Call, keys: readonly (string | Uint8Array)[]): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`,
  )
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  }
}
