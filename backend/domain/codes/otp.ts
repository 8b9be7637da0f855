// Security A8: one-time codes. Six digits from a cryptographic source; only a salted, deliberately slow hash is kept.
import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { hmac } from '../../db/keys.ts'

export type CodeKind = 'sms' | 'email'
/** How long a code lives, in seconds, and at most with all its extensions. An e-mail takes longer to arrive than an SMS. */
export const CODE_LIFE = { sms: { seconds: 180, most: 600 }, email: { seconds: 600, most: 1800 } } as const

const HASH_BYTES = 32

export const newCode = (): string => randomInt(1_000_000).toString().padStart(6, '0')

/** What a code is hashed with. `pepper` is an HMAC key that is kept apart from the hashes; `cost` is scrypt's N. */
type CodeHashing = { pepper: string; cost: number }

// The pepper protects a stolen table: a million codes are quickly tried, but not without the key, which the table does not contain.
const derive = ({ pepper, cost }: CodeHashing, code: string, salt: Buffer) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(hmac(pepper, code), salt, HASH_BYTES, { N: cost, r: 8, p: 1 }, (error, hash) =>
      error ? reject(error) : resolve(hash),
    )
  })

/** `salt.hash`, both base64url. */
export async function hashCode(hashing: CodeHashing, code: string): Promise<string> {
  const salt = randomBytes(16)
  return `${salt.toString('base64url')}.${(await derive(hashing, code, salt)).toString('base64url')}`
}

export async function codeMatches(hashing: CodeHashing, code: string, stored: string): Promise<boolean> {
  const [salt = '', hash = ''] = stored.split('.')
  const expected = Buffer.from(hash, 'base64url')
  const actual = await derive(hashing, code, Buffer.from(salt, 'base64url'))
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
