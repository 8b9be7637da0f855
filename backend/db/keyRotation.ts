// Security O8 and A19: rotation of key pairs. Each pair is created some time before its use, so that every process and client knows it
// by then. After its use it is kept for as long as something created with it is valid.
import { createHash, createPrivateKey, generateKeyPair, webcrypto, type JsonWebKey } from 'node:crypto'
import { promisify } from 'node:util'
import type { Kysely } from 'kysely'
import type { EncryptionKey } from './keyEncryption.ts'
import { changeRow, createRow, readRow } from './keyRows.ts'
import { currentOf, earlier, isDue, nextOf, retired, type Rule, type Timed } from './keyTimes.ts'
import type { Schema } from './schema.ts'

export type SigningJwk = JsonWebKey & { kid: string; use: string; alg: string }
/** A key pair that opens sealed passwords. `id` is a hash of the modulus. */
export type Sealing = { id: string; key: webcrypto.CryptoKey; modulus: string; exponent: string }

type SealingPem = { private_pem: string; modulus: string; exponent: string }
export type KeyPairs = { signing: Timed<SigningJwk>[]; sealing: Timed<SealingPem>[] }

const HOUR = 3600
const DAY = 24 * HOUR
/** NOTE: an ID token is sent again at the sign-out, which may be 14 days later. */
export const SIGNING: Rule = { lasts: 30 * DAY, ahead: DAY, kept: 14 * DAY }
/** NOTE: kept for longer than the maximum lifetime of a transaction. */
export const SEALING: Rule = { lasts: DAY, ahead: HOUR, kept: HOUR }

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

const ROW = 'turns'
const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1000)
export const sealingId = ({ modulus }: { modulus: string }): string =>
  createHash('sha256').update(modulus).digest('base64url')

const isAnyDue = ({ signing, sealing }: KeyPairs, now: number): boolean =>
  isDue(signing, SIGNING, now) || isDue(sealing, SEALING, now)

/** Creates the next pair of each kind if it is due, and removes those that are no longer valid. */
const advance = async ({ signing, sealing }: KeyPairs, now: number): Promise<KeyPairs> => ({
  signing: await nextOf(signing, SIGNING, makeSigning, now),
  sealing: await nextOf(sealing, SEALING, makeSealing, now),
})

/** The stored pairs, which this call changes if one is due. */
export async function readKeyPairs(
  db: Kysely<Schema>,
  now: Date,
  encryption: readonly EncryptionKey[],
): Promise<KeyPairs> {
  const row = await readRow(db, ROW, encryption)
  // Only the code below writes this value.
  const stored = row ? (row.value as KeyPairs) : null
  if (row && stored && !row.shouldEncrypt && !isAnyDue(stored, secondsOf(now))) return stored
  if (!row) await createRow(db, ROW, { signing: [], sealing: [] } satisfies KeyPairs, now, encryption)
  return changeKeyPairs(db, now, encryption, async (pairs) => pairs)
}

const changeKeyPairs = (
  db: Kysely<Schema>,
  now: Date,
  encryption: readonly EncryptionKey[],
  change: (pairs: KeyPairs) => Promise<KeyPairs>,
): Promise<KeyPairs> =>
  changeRow(db, ROW, encryption, async (stored) => {
    const before = stored as KeyPairs
    const after = await change(before)
    return isAnyDue(after, secondsOf(now)) ? advance(after, secondsOf(now)) : after
  })

/** Lets the next pair begin in so many seconds, or earlier if it would have. */
export const rotateNow = (
  db: Kysely<Schema>,
  now: Date,
  encryption: readonly EncryptionKey[],
  which: keyof KeyPairs,
  seconds: number,
): Promise<KeyPairs> =>
  changeKeyPairs(db, now, encryption, async (pairs) => {
    const begins = secondsOf(now) + seconds
    return which === 'signing'
      ? { ...pairs, signing: await earlier(pairs.signing, makeSigning, secondsOf(now), begins) }
      : { ...pairs, sealing: await earlier(pairs.sealing, makeSealing, secondsOf(now), begins) }
  })

/** Takes a signing key out of use as soon as no sign-in notices; null if there is no such key. */
export async function retireKey(
  db: Kysely<Schema>,
  now: Date,
  encryption: readonly EncryptionKey[],
  kid: string,
): Promise<KeyPairs | null> {
  const { signing } = await readKeyPairs(db, now, encryption)
  if (!signing.some(({ key }) => key.kid === kid)) return null
  return changeKeyPairs(db, now, encryption, async (pairs) => ({
    ...pairs,
    signing: await retired(pairs.signing, ({ key }) => key.kid === kid, makeSigning, secondsOf(now)),
  }))
}

type RotatedKeys = { jwks: SigningJwk[]; sealing: Sealing; otherSealing: Sealing[] }

async function opened({ private_pem, ...shown }: SealingPem): Promise<Sealing> {
  const der = createPrivateKey(private_pem).export({ type: 'pkcs8', format: 'der' })
  const key = await webcrypto.subtle.importKey('pkcs8', der, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['decrypt'])
  return { ...shown, id: sealingId(shown), key }
}

/**
 * The current keys. Callers ask again every few seconds.
 * @param known those of the call before, if there was one: they are not imported again
 */
export async function rotateKeys(
  db: Kysely<Schema>,
  now: Date,
  known: { encryption: readonly EncryptionKey[] } & Partial<RotatedKeys>,
): Promise<RotatedKeys> {
  const { signing, sealing } = await readKeyPairs(db, now, known.encryption)
  const signs = currentOf(signing, secondsOf(now))
  const seals = currentOf(sealing, secondsOf(now))
  const ready = [known.sealing ?? [], known.otherSealing ?? []].flat()
  const open = async ({ key }: Timed<SealingPem>) => ready.find(({ modulus }) => modulus === key.modulus) ?? opened(key)
  return {
    jwks: [signs, ...signing.filter((one) => one !== signs)].map(({ key }) => key),
    sealing: await open(seals),
    otherSealing: await Promise.all(sealing.filter((one) => one !== seals).map(open)),
  }
}
