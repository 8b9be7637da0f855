// Contract, "A password is never sent in the clear", and quality A18: opens a sealed password.
import { constants, privateDecrypt } from 'node:crypto'
import { hashOf, type Ctx } from '../context'

const LONGEST = 256

/**
 * Whether a sealed password belongs to this transaction: it does to the first one with which it comes. Sealing is random, so the
 * same text in another transaction was copied, from a log say. Kept as long as the key that opens it.
 */
export async function isFirstUse(ctx: Ctx, sealed: string, transaction_id: string): Promise<boolean> {
  const { transaction_id: first } = await ctx.db
    .insertInto('sealed_seen')
    .values({ hash: hashOf(sealed), transaction_id, at: ctx.now() })
    // An update of nothing, so that the row comes back either way.
    .onConflict((conflict) => conflict.column('hash').doUpdateSet((eb) => ({ hash: eb.ref('excluded.hash') })))
    .returning('transaction_id')
    .executeTakeFirstOrThrow()
  return first === transaction_id
}

/** The password, or null for whatever cannot be opened; the caller treats null as a wrong password and says no more. */
export function unseal(ctx: Ctx, sealed: string): string | null {
  try {
    const opened = privateDecrypt(
      { key: ctx.keys.sealing.key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(sealed, 'base64'),
    )
    const password = new TextDecoder('utf-8', { fatal: true }).decode(opened)
    return password.length > 0 && password.length <= LONGEST ? password.normalize('NFC') : null
  } catch {
    return null
  }
}
