// Keys that the first start creates and stores in the database. None is in the repository, and every installation has its own.
// The keys of this file never change; those that rotate are in keyRotation.ts and secrets.ts.
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'
import type { Reader } from './standby.ts'
import type { EncryptionKey } from './keyEncryption.ts'
import { rotateKeys, type Sealing, type SigningJwk } from './keyRotation.ts'
import { changeRow, createRow, readRow } from './keyRows.ts'
import { readSecrets, type Secrets } from './secrets.ts'

type Kept = {
  /** The first of `secrets.cookies`. */
  cookies: string[]
  /** The first of `secrets.state`, and for what must stay the same: the pretended channels of unknown IDs, the names of sessions. */
  state: string
  /** The first of `secrets.codes`, and for what must stay the same: the hashes of unknown login IDs in events. */
  codes: string
  /** HMAC key from which the passwords of the demo members are derived. */
  demo: string
  /** HMAC key from which the secrets of the demo's partner services are derived. */
  clients: string
}

export type BackendKeys = Kept & {
  /** Those that an operator rotates (secrets.ts). */
  secrets: Secrets
  /** Decrypt the table `keys`; the first one encrypts it. Empty: it is in clear. */
  encryption: readonly EncryptionKey[]
  /** The first one signs ID tokens, the others are published too; each key's id is its thumbprint. */
  jwks: SigningJwk[]
  /** Opens sealed passwords; `modulus` and `exponent` (hex) go to the app. */
  sealing: Sealing
  /** The earlier keys and the next one. Another process may have given any of them to a visit. */
  otherSealing: Sealing[]
}

export { hmac } from './secrets.ts'

function make(): Kept {
  const secret = () => randomBytes(32).toString('base64url')
  return { cookies: [secret()], state: secret(), codes: secret(), demo: secret(), clients: secret() }
}

const ROW = 'install'

/** The keys that never change, or null in a database that no backend has started on. @throws StartProblem if none of the keys opens them */
async function readKeys(db: Reader, encryption: readonly EncryptionKey[] = []): Promise<Kept | null> {
  const row = await readRow(db, ROW, encryption)
  // Only `loadKeys` writes this value.
  return row ? (row.value as Kept) : null
}

/** Encrypts the rows of which nothing else looks, if they should be and are not yet. */
export async function encryptKeys(db: Kysely<Schema>, encryption: readonly EncryptionKey[]): Promise<void> {
  for (const name of [ROW, 'webhooks'] as const)
    if ((await readRow(db, name, encryption))?.shouldEncrypt)
      await changeRow(db, name, encryption, async (kept) => kept)
}

/**
 * The keys of this installation. Creates them if there are none.
 * @param encryption see `BackendKeys`
 * @throws StartProblem if none of the keys opens what is stored
 */
export async function loadKeys(
  db: Kysely<Schema>,
  now: Date,
  encryption: readonly EncryptionKey[] = [],
): Promise<BackendKeys> {
  await createRow(db, ROW, make(), now, encryption)
  await encryptKeys(db, encryption)
  // If two processes start on an empty database, one of them writes, and both read that value.
  const kept = await readKeys(db, encryption)
  if (!kept) throw new Error('the keys of this installation are gone')
  const secrets = await readSecrets(db, now, encryption, kept)
  return { ...kept, secrets, encryption, ...(await rotateKeys(db, now, { encryption })) }
}
