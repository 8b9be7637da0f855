// The rows of the table `keys`, encrypted as soon as the operator gives a key and no earlier release reads them.
import { sql, type Kysely } from 'kysely'
import { decrypt, encrypt, encryptedBy, type EncryptionKey } from './keyEncryption.ts'
import type { Schema } from './schema.ts'
import type { Reader } from './standby.ts'

/**
 * `install`: secrets that never change. `turns`: the key pairs that rotate. `secrets`: those that an operator rotates. `webhooks`: those that sign webhooks.
 */
export const KEY_ROWS = ['install', 'turns', 'secrets', 'webhooks'] as const
type KeyRow = (typeof KEY_ROWS)[number]
type Keys = readonly EncryptionKey[]

/** After this contract, no release before the encryption can start (docs/operators.md, "Upgrade"). */
const READERS_OF_CLEAR_KEYS_ARE_GONE = '0091_former_events_contract'

/** Rows that no release before the encryption reads. */
const ALWAYS_ENCRYPTED: readonly KeyRow[] = ['webhooks']

/** Whether no release before the encryption can start. */
export async function clearReadersAreGone(db: Reader): Promise<boolean> {
  const done = db.selectFrom(sql<{ name: string }>`schema_migrations`.as('done')).select('done.name')
  return (await done.where('done.name', '=', READERS_OF_CLEAR_KEYS_ARE_GONE).executeTakeFirst()) !== undefined
}

/** The key for a row that is written now. Null: it stays in clear. */
async function keyForWriting(db: Reader, name: KeyRow, [key]: Keys): Promise<EncryptionKey | null> {
  if (!key || ALWAYS_ENCRYPTED.includes(name)) return key ?? null
  return (await clearReadersAreGone(db)) ? key : null
}

const textOf = async (key: EncryptionKey | null, row: KeyRow, value: unknown): Promise<string> =>
  key ? encrypt(key, row, value) : JSON.stringify(value)

/** Creates a row that does not exist. If two processes do so at once, one of them writes. */
export async function createRow(db: Kysely<Schema>, name: KeyRow, value: unknown, now: Date, keys: Keys) {
  const text = await textOf(await keyForWriting(db, name, keys), name, value)
  await db
    .insertInto('keys')
    .values({ name, value: text, created_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

/**
 * @property shouldEncrypt whether the row is in clear, or encrypted with another key than the first, and may be encrypted with it now
 */
type Read = { value: unknown; encrypted_by: string | null; shouldEncrypt: boolean }

/** @returns null if there is no such row @throws StartProblem if none of the keys opens it */
export async function readRow(db: Reader, name: KeyRow, keys: Keys): Promise<Read | null> {
  const row = await db.selectFrom('keys').select('value').where('name', '=', name).executeTakeFirst()
  if (!row) return null
  const encrypted_by = encryptedBy(row.value)
  const isNext = keys[0] !== undefined && encrypted_by !== keys[0].id
  return {
    value: await decrypt(keys, name, row.value),
    encrypted_by,
    shouldEncrypt: isNext && (await keyForWriting(db, name, keys)) !== null,
  }
}

/**
 * Locks the row while it is read and written, so that one of several processes changes it.
 * @param change returns the value to write; the same object if nothing changes
 * @returns the value afterwards
 */
export async function changeRow<T>(
  db: Kysely<Schema>,
  name: KeyRow,
  keys: Keys,
  change: (before: unknown) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const named = tx.selectFrom('keys').select('value').where('name', '=', name)
    const stored: unknown = (await named.forUpdate().executeTakeFirstOrThrow()).value
    const before = await decrypt(keys, name, stored)
    const after = await change(before)
    const key = await keyForWriting(tx, name, keys)
    if (after !== before || (key && encryptedBy(stored) !== key.id))
      await tx
        .updateTable('keys')
        .set({ value: await textOf(key, name, after) })
        .where('name', '=', name)
        .execute()
    return after
  })
}
