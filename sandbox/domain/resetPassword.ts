// Security A3, A16, B6: a forgotten password is set anew, and everything that the old one had opened ends.
import type { Transaction as SqlTransaction } from 'kysely'
import type { Ctx, EndedSession } from '../context'
import type { Member, Schema, Transaction } from '../db/schema'
import { Refused } from './refusal'
import { forgetAttempts } from './attempts'
import { isProtected, keepForLater, missingChannels, provedChannels, tellOfDelay, type Channel } from './delayedReset'
import { record } from './events'
import type { Hashing } from './hashing'
import { loginIdKey } from './loginId'
import { networkOf } from './networks'
import { newPasswordHash } from './newPassword'
import { notify } from './notices'
import { noReset } from './recovery'
import { endEverythingOf } from './sessions'
import { UNASSIGNED } from './transactions'
import { unseal } from './sealed'
import { verifyPassword } from './verifyPassword'

export type Reset = { token_hash: string; member_id: string; used_at: Date | null; transaction: Transaction }
type Given = { login_id: string; password: string; ip: string }

/**
 * Sets the password. The same password once more with the same token is the same success: the answer was lost.
 * @param given.password sealed
 * @returns when it takes effect; null: it has
 * @throws Refused 400 with 4514, 4533, 4534 or 4539, after which the token still counts; 4518 when it does not; 503 when busy
 */
export async function resetPassword(ctx: Ctx, hashing: Hashing, reset: Reset, given: Given): Promise<Date | null> {
  const { member_id, transaction } = reset
  const member = await ctx.db.selectFrom('members').selectAll().where('id', '=', member_id).executeTakeFirst()
  if (!member || member.login_id_key !== loginIdKey(given.login_id)) throw noReset()
  const missing = isProtected(member) ? await provedOnlyOne(ctx, transaction.id, member) : null
  if (reset.used_at !== null) {
    const waiting = await waitingPassword(ctx, member_id)
    if (missing && waiting) return requireWaiting(ctx, hashing, waiting, transaction, given)
    await requireSamePassword(ctx, hashing, transaction, given)
    return null
  }
  const subject = { member_id, client_id: transaction.client_id, ip: given.ip }
  const { login_id, phone, name, nickname, password_hash: current_hash } = member
  const owner = { login_id, phone, current_hash, names: [name, nickname] }
  const password_hash = await newPasswordHash(
    ctx,
    hashing,
    transaction,
    { sealed: given.password, ip: given.ip },
    owner,
  )
  if (missing) {
    const { effective_at, secret } = await ctx.db.transaction().execute(async (db) => {
      await useUpToken(ctx, db, reset.token_hash)
      return keepForLater(db, ctx.now(), member_id, password_hash)
    })
    await record(ctx, 'reset.delayed', subject, { missing: missing.join(' ') })
    tellOfDelay(ctx, member, missing, secret)
    return effective_at
  }
  const { ended, opened } = await ctx.db.transaction().execute(async (db) => {
    await useUpToken(ctx, db, reset.token_hash)
    await db
      .updateTable('members')
      .set((eb) => ({
        password_hash,
        password_changed_at: ctx.now(),
        must_change_password: false,
        // What protected the account was its password: a new one, by a proved phone or address, gives it back.
        status: eb
          .case()
          .when('status', '=', 'PROTECTED')
          .then('ACTIVE' as const)
          .else(eb.ref('status'))
          .end(),
      }))
      .where('id', '=', member_id)
      .execute()
    const ended = await endEverything(db, member_id, transaction.id)
    return { ended, opened: await forgetAttempts({ ...ctx, db }, member.login_id_key, null) }
  })
  ctx.sessionsEnded(ended)
  await record(ctx, 'password.reset', subject)
  if (opened) await record(ctx, 'lock.opened', subject)
  notify(ctx, 'password', member, transaction.client_id)
  return null
}

/** The channels that a protected account has not proved here; null where phone and e-mail both are. */
async function provedOnlyOne(ctx: Ctx, transaction_id: string, member: Member): Promise<Channel[] | null> {
  const proved = await provedChannels(ctx, transaction_id, member)
  return proved.length > 1 ? null : missingChannels(ctx, transaction_id, member)
}

const waitingPassword = (ctx: Ctx, member_id: string) =>
  ctx.db
    .selectFrom('pending_passwords')
    .select(['password_hash', 'effective_at'])
    .where('member_id', '=', member_id)
    .executeTakeFirst()

/** The same call again, whose answer was lost. @throws Refused 4518 for another password */
async function requireWaiting(
  ctx: Ctx,
  hashing: Hashing,
  { password_hash, effective_at }: { password_hash: string; effective_at: Date },
  { id }: Transaction,
  { password: sealed, ip }: Given,
): Promise<Date> {
  const isSame = await hashing.inTurn(async () => {
    const password = await unseal(ctx, sealed, id)
    return password !== null && (await hashing.matches(password, password_hash))
  }, networkOf(ip))
  if (!isSame) throw noReset()
  return effective_at
}

/** @throws Refused 4518 unless the password is the one that was set with this token; a wrong one counts as at a sign-in */
async function requireSamePassword(ctx: Ctx, hashing: Hashing, transaction: Transaction, given: Given): Promise<void> {
  const { id: transaction_id, client_id } = transaction
  try {
    await verifyPassword(ctx, hashing, { ...given, transaction_id, client_id })
  } catch (error) {
    throw error instanceof Refused && error.status === 400 ? noReset() : error
  }
}

/** Of any number of parallel calls with one token one gets past this. */
async function useUpToken(ctx: Ctx, db: SqlTransaction<Schema>, token_hash: string): Promise<void> {
  const used = await db
    .updateTable('reset_tokens')
    .set({ used_at: ctx.now() })
    .where('token_hash', '=', token_hash)
    .where('used_at', 'is', null)
    .returning('token_hash')
    .executeTakeFirst()
  if (!used) throw noReset()
}

/** The visit of the reset goes on, but from its beginning: whatever the old password had brought about in it is void. */
async function endEverything(db: SqlTransaction<Schema>, member_id: string, here: string): Promise<EndedSession[]> {
  const ended = await endEverythingOf(db, member_id, { transaction_id: here })
  for (const table of ['challenges', 'proofs'] as const)
    await db.deleteFrom(table).where('member_id', '=', member_id).execute()
  // The token that was used stays, for a repeated call; it allows nothing else.
  await db.deleteFrom('reset_tokens').where('member_id', '=', member_id).where('used_at', 'is', null).execute()
  await db
    .updateTable('transactions')
    .set({ ...UNASSIGNED, kind: 'login' })
    .where('id', '=', here)
    .execute()
  return ended
}
