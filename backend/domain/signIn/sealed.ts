// Contract, "A password is never sent in the clear", and security A18, A19: opens a sealed password.
import { webcrypto } from 'node:crypto'
import { sql } from 'kysely'
import { hashOf, type Ctx } from '../../context.ts'
import { rotateKeys, type Sealing } from '../../db/keyRotation.ts'

const LONGEST = 256

/**
 * Whether a sealed password belongs to this transaction, which is the first one that sent it. Sealing is random, so the same
 * text in another transaction is a copy, for example from a log. Stored for as long as its key is valid.
 */
async function isFirstUse(ctx: Ctx, sealed: string, transaction_id: string): Promise<boolean> {
  const { transaction_id: first } = await ctx.db
    .insertInto('sealed_seen')
    .values({ hash: hashOf(sealed), transaction_id, at: ctx.now() })
    // The update changes nothing, but makes the statement return the row in both cases.
    .onConflict((conflict) => conflict.column('hash').doUpdateSet((eb) => ({ hash: eb.ref('excluded.hash') })))
    .returning('transaction_id')
    .executeTakeFirstOrThrow()
  return first === transaction_id
}

/**
 * Gives a visit the public key of today, and notes the key's ID with the visit.
 * NOTE: another process may notice a key rotation minutes later, so a time says nothing about the key that a visit holds.
 * @returns modulus and exponent in hexadecimal, as the contract names them
 */
export async function handOutKey(ctx: Ctx, transaction_id: string) {
  const { id, modulus, exponent } = ctx.keys.sealing
  await ctx.db
    .updateTable('transactions')
    .set({ sealing_keys: sql`array_append(sealing_keys, ${id})` })
    .where('id', '=', transaction_id)
    .where(sql<boolean>`not ${id} = any(sealing_keys)`)
    .execute()
  return { modulus, exponent, enc_alg: 'RSA-OAEP-256' as const }
}

const knownKeys = ({ keys }: Ctx): Sealing[] => [keys.sealing, ...keys.otherSealing]

/** The keys that this visit was given. A visit from before the IDs were noted may hold any key. */
async function keysOf(ctx: Ctx, transaction_id: string): Promise<webcrypto.CryptoKey[]> {
  const visit = await ctx.db
    .selectFrom('transactions')
    .select('sealing_keys')
    .where('id', '=', transaction_id)
    .executeTakeFirst()
  const given = visit?.sealing_keys ?? []
  if (given.some((id) => knownKeys(ctx).every((key) => key.id !== id))) await learnSealingKeys(ctx)
  return knownKeys(ctx)
    .filter(({ id }) => given.length === 0 || given.includes(id))
    .map(({ key }) => key)
}

/** Another process has handed out a key that this one does not know yet. */
async function learnSealingKeys(ctx: Ctx): Promise<void> {
  const { sealing, otherSealing } = await rotateKeys(ctx.db, ctx.now(), ctx.keys)
  Object.assign(ctx.keys, { sealing, otherSealing })
}

/** The bytes of a sealed password for a key of this size. Null for any spelling but the canonical one, because copies are recognised by their text. */
function bytesOf(sealed: string, { algorithm }: webcrypto.CryptoKey): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64')
  const { modulusLength } = algorithm as webcrypto.RsaHashedKeyAlgorithm
  return bytes.toString('base64') === sealed && bytes.length * 8 === modulusLength ? bytes : null
}

/** Runs in a worker thread, because its two milliseconds would block every other request. */
async function open(key: webcrypto.CryptoKey, sealed: string): Promise<string | null> {
  const bytes = bytesOf(sealed, key)
  if (!bytes) return null
  try {
    const opened = await webcrypto.subtle.decrypt({ name: 'RSA-OAEP' }, key, bytes)
    const password = new TextDecoder('utf-8', { fatal: true }).decode(opened)
    return password.length > 0 && password.length <= LONGEST ? password.normalize('NFC') : null
  } catch {
    return null
  }
}

/**
 * @returns the password, or null if it cannot be opened or was sealed for another transaction. The caller treats null as a wrong
 *   password, so that the answer reveals nothing.
 */
export async function unseal(ctx: Ctx, sealed: string, transaction_id: string): Promise<string | null> {
  const isOwn = await isFirstUse(ctx, sealed, transaction_id)
  const keys = await keysOf(ctx, transaction_id)
  const opened = (await Promise.all(keys.map((key) => open(key, sealed)))).find((password) => password !== null) ?? null
  return isOwn ? opened : null
}
