// Security O8 and A19, key pairs that take turns. Each is made some time before it is used, so that every process and every client
// knows it by then, and is kept after its turn for as long as something that was made with it counts.
import { createHash, createPrivateKey, generateKeyPair, webcrypto, type JsonWebKey } from 'node:crypto'
import { promisify } from 'node:util'
import type { Kysely } from 'kysely'
import type { Schema } from './schema'

export type SigningJwk = JsonWebKey & { kid: string; use: string; alg: string }
/** A key pair that opens sealed passwords. `id` is a hash of the modulus. */
export type Sealing = { id: string; key: webcrypto.CryptoKey; modulus: string; exponent: string }

type Turn<K> = { key: K; since: string }
type SealingPem = { private_pem: string; modulus: string; exponent: string }
type Stored = { signing: Turn<SigningJwk>[]; sealing: Turn<SealingPem>[] }

/** In seconds: how long a turn lasts, how long before it the next key is made, and how long after it a key is kept. */
type Rule = { lasts: number; ahead: number; kept: number }

const HOUR = 3600
const DAY = 24 * HOUR
/** @note An ID token is shown once more when its member signs out, which may be 14 days later. */
const SIGNING: Rule = { lasts: 30 * DAY, ahead: DAY, kept: 14 * DAY }
/** @note Kept for longer than any transaction lives. */
const SEALING: Rule = { lasts: DAY, ahead: HOUR, kept: HOUR }

const pair = promisify(generateKeyPair)
const hex = (base64url = ''): string => Buffer.from(base64url, 'base64url').toString('hex')

/** RFC 7638: clients cache keys by id, so an id must never be given to another key. */
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
const secondsOf = ({ since }: Turn<unknown>): number => Date.parse(since) / 1000

/** The keys in the order of their turns, with the next one made when it is time and those whose time is over taken away. */
async function turn<K>(keys: Turn<K>[], { lasts, ahead, kept }: Rule, make: () => Promise<K>, now: number) {
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

/** Whether `turn` has added or removed a key: it passes on those that stay. */
const isChanged = (before: readonly unknown[], after: readonly unknown[]): boolean =>
  before.length !== after.length || before.some((key, at) => key !== after[at])

/** Whose turn it is. */
function current<K>(keys: Turn<K>[], now: number): Turn<K> {
  const found = keys.findLast((one) => secondsOf(one) <= now) ?? keys[0]
  if (!found) throw new Error('there is no key')
  return found
}

/** The row is locked while it is read and written, so that of several processes one makes the next key. */
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
    // Written by the lines below and by nothing else.
    const before = (await named.forUpdate().executeTakeFirstOrThrow()).value as Stored
    const after = {
      signing: await turn(before.signing, SIGNING, makeSigning, seconds),
      sealing: await turn(before.sealing, SEALING, makeSealing, seconds),
    }
    // NOTE: PostgreSQL stores the members of a JSON object in an order of its own, so their texts always differ.
    if (isChanged(before.signing, after.signing) || isChanged(before.sealing, after.sealing))
      await tx
        .updateTable('keys')
        .set({ value: JSON.stringify(after) })
        .where('name', '=', 'turns')
        .execute()
    return after
  })
}

/** The keys as they stand now. To be asked for again every few minutes. */
export async function rotateKeys(
  db: Kysely<Schema>,
  now: Date,
): Promise<{ jwks: SigningJwk[]; sealing: Sealing; otherSealing: Sealing[] }> {
  const { signing, sealing } = await keep(db, now)
  const seconds = Math.floor(now.getTime() / 1000)
  const signs = current(signing, seconds)
  const seals = current(sealing, seconds)
  const opened = async ({ key: { private_pem, ...shown } }: Turn<SealingPem>): Promise<Sealing> => {
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
