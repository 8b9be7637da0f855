// Keys made at the first start and kept in the database; nothing of them is in the repository, and two installs differ.
import {
  createHash,
  createHmac,
  createPrivateKey,
  generateKeyPairSync,
  randomBytes,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from './schema'

type Sealing = { private_pem: string; modulus: string; exponent: string }
type Jwk = JsonWebKey & { kid: string; use: string; alg: string }
type Stored = {
  jwks: Jwk[]
  sealing: Sealing
  cookies: string[]
  state: string
  codes: string
  demo: string
  clients: string
}

export type SandboxKeys = {
  /** Signs ID tokens; each key's id is its thumbprint. */
  jwks: Jwk[]
  /** Opens sealed passwords; `modulus` and `exponent` (hex) go to the app. */
  sealing: { key: KeyObject; modulus: string; exponent: string }
  /** Signs the provider's cookies. */
  cookies: string[]
  /** HMAC key of the `state` that goes with a transaction. */
  state: string
  /** HMAC key that peppers the hashes of one-time codes. */
  codes: string
  /** HMAC key from which the passwords of the demo members are derived. */
  demo: string
  /** HMAC key from which the secrets of the demo's partner services are derived. */
  clients: string
}

export const hmac = (key: string, text: string): Buffer =>
  createHmac('sha256', Buffer.from(key, 'base64url')).update(text).digest()

const hex = (base64url = ''): string => Buffer.from(base64url, 'base64url').toString('hex')

/** RFC 7638: clients cache keys by id, so an id must never be given to another key. */
const thumbprint = ({ e, kty, n }: JsonWebKey): string =>
  createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url')

function make(): Stored {
  const signing = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 3072 })
  const { n, e } = publicKey.export({ format: 'jwk' })
  const secret = () => randomBytes(32).toString('base64url')
  return {
    jwks: [{ ...signing, kid: thumbprint(signing), use: 'sig', alg: 'RS256' }],
    sealing: {
      private_pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      modulus: hex(n),
      exponent: hex(e),
    },
    cookies: [secret()],
    state: secret(),
    codes: secret(),
    demo: secret(),
    clients: secret(),
  }
}

/** The keys of this install; made when there are none yet. */
export async function loadKeys(db: Kysely<Schema>, now: Date): Promise<SandboxKeys> {
  const kept = await db.selectFrom('keys').select('value').where('name', '=', 'install').executeTakeFirst()
  // Written by the line below and by nothing else.
  const stored = kept ? (kept.value as Stored) : make()
  if (!kept) {
    const row = { name: 'install', value: JSON.stringify(stored), created_at: now }
    await db.insertInto('keys').values(row).execute()
  }
  const { private_pem, ...shown } = stored.sealing
  return { ...stored, sealing: { ...shown, key: createPrivateKey(private_pem) } }
}
