// Security O8 and A19: rotation of key pairs. Each pair is created some time before its use, so that every process and client knows it
// by then. After its use it is kept for as long as something created with it is valid.
import { createHash, createPrivateKey, generateKeyPair, webcrypto, type JsonWebKey } from 'node:crypto'
import { promisify } from 'node:util'
import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

export type SigningJwk = JsonWebKey & { kid: string; use: string; alg: string }
/** A key pair that opens sealed passwords. `id` is a hash of the modulus. */
export type Sealing = { id: string; key: webcrypto.CryptoKey; modulus: string; exponent: string }

type RotatedKey<K> = { key: K; since: string }
type SealingPem = { private_pem: string; modulus: string; exponent: string }
type Stored = { signing: RotatedKey<SigningJwk>[]; sealing: RotatedKey<SealingPem>[] }

/** In seconds: how long a key is in use, how long before its use it is created, and how long after its use it is kept. */
type Rule = { lasts: number; ahead: number; kept: number }

const HOUR = 3600
const DAY = 24 * HOUR
/** NOTE: an ID token is sent again at the sign-out, which may be 14 days later. */
const SIGNING: Rule = { lasts: 30 * DAY, ahead: DAY, kept: 14 * DAY }
/** NOTE: kept for longer than the maximum lifetime of a transaction. */
const SEALING: Rule = { lasts: DAY, ahead: HOUR, kept: HOUR }

const pair = promisify(generateKeyPair)
const hex = (base64url = ''): string => Buffer.from(base64url, 'base64url').toString('hex')

/** RFC 7638. Clients cache keys by ID, so two keys must never have the same one. */
const thumbprint = ({ e, kty, n }: JsonWebKey): string =>
  createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url')

async function makeSigning(): Promise<SigningJwk> {
  const jwk = (await pair('rsa', { modulusLength: 2048 })).privateKey.export({ format: 'jwk' })
  return { ...jwk, kid: thumbprint(jwk), use: 'sig', alg: 'RS256' }
}

async function makeSealing(): Promise<SealingPem> {
  const { privateKey, publicKey } = await pair('rsa', { modulusLength: 3072 })
  const { n, e } = publicKey.export({ format: 'jwk' })
  const private_pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { private_pem, modulus: hex(n), exponent: hex(e) }
}

const at = (seconds: number): string => new Date(seconds * 1000).toISOString()
const secondsOf = ({ since }: RotatedKey<unknown>): number => Date.parse(since) / 1000

/** The keys in the order of their use. Creates the next one if it is due, and removes those that are no longer valid. */
async function rotate<K>(keys: RotatedKey<K>[], { lasts, ahead, kept }: Rule, make: () => Promise<K>, now: number) {
  const last = keys.at(-1)
  const next = !last
    ? [{ key: await make(), since: at(now) }]
    : now >= secondsOf(last) + lasts - ahead
      ? [{ key: await make(), since: at(Math.max(secondsOf(last) + lasts, now + ahead)) }]
      : []
  return [...keys, ...next].filter((_, index, all) => {
    const after = all[index + 1]
    return !after || secondsOf(after) + kept > now
  })
}

/** Whether `rotate` has added or removed a key. It returns unchanged keys as the same objects. */
const isChanged = (before: readonly unknown[], after: readonly unknown[]): boolean =>
  before.length !== after.length || before.some((key, at) => key !== after[at])

/** The key in use. */
function current<K>(keys: RotatedKey<K>[], now: number): RotatedKey<K> {
  const found = keys.findLast((one) => secondsOf(one) <= now) ?? keys[0]
  if (!found) throw new Error('there is no key')
  return found
}

/** Locks the row while it is read and written, so that only one of several processes creates the next key. */
async function keep(db: Kysely<Schema>, now: Date): Promise<Stored> {
  const empty = { name: 'turns', value: JSON.stringify({ signing: [], sealing: [] }), created_at: now }
  const seconds = Math.floor(now.getTime() / 1000)
  return db.transaction().execute(async (tx) => {
    await tx
      .insertInto('keys')
      .values(empty)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    const named = tx.selectFrom('keys').select('value').where('name', '=', 'turns')
    // Only the code below writes this value.
    const before = (await named.forUpdate().executeTakeFirstOrThrow()).value as Stored
    const after = {
      signing: await rotate(before.signing, SIGNING, makeSigning, seconds),
      sealing: await rotate(before.sealing, SEALING, makeSealing, seconds),
    }
    // NOTE: PostgreSQL changes the order of the properties of a JSON object, so the texts always differ.
    if (isChanged(before.signing, after.signing) || isChanged(before.sealing, after.sealing))
      await tx
        .updateTable('keys')
        .set({ value: JSON.stringify(after) })
        .where('name', '=', 'turns')
        .execute()
    return after
  })
}

/** The current keys. Callers ask again every few minutes. */
export async function rotateKeys(
  db: Kysely<Schema>,
  now: Date,
): Promise<{ jwks: SigningJwk[]; sealing: Sealing; otherSealing: Sealing[] }> {
  const { signing, sealing } = await keep(db, now)
  const seconds = Math.floor(now.getTime() / 1000)
  const signs = current(signing, seconds)
  const seals = current(sealing, seconds)
  const opened = async ({ key: { private_pem, ...shown } }: RotatedKey<SealingPem>): Promise<Sealing> => {
    const der = createPrivateKey(private_pem).export({ type: 'pkcs8', format: 'der' })
    const key = await webcrypto.subtle.importKey('pkcs8', der, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, [
      'decrypt',
    ])
    return { ...shown, id: createHash('sha256').update(shown.modulus).digest('base64url'), key }
  }
  return {
    jwks: [signs, ...signing.filter((one) => one !== signs)].map(({ key }) => key),
    sealing: await opened(seals),
    otherSealing: await Promise.all(sealing.filter((one) => one !== seals).map(opened)),
  }
}
