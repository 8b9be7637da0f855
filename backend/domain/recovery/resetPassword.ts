// Security A3, A16, B6: sets a new password in place of a forgotten one, and ends everything that the old one had created.
import type { Transaction as SqlTransaction } from 'kysely'
import type { Ctx, EndedSession } from '../../context.ts'
import type { Member, Schema, Transaction } from '../../db/schema.ts'
import { Refused } from '../refusal.ts'
import { forgetAttempts } from '../signIn/attempts.ts'
import { concerns } from '../codes/challenge.ts'
import { channelsToWaitFor, keepForLater, tellOfDelay, withNewPassword } from './delayedReset.ts'
import { record } from '../audit/events.ts'
import type { Hashing } from '../passwords/hashing.ts'
import { loginIdKey } from '../members/loginId.ts'
import { isPasswordOf, newPasswordHash } from '../passwords/newPassword.ts'
import { notify } from '../notices/notices.ts'
import { noReset } from './recovery.ts'
import { endEverythingOf, tellServices } from '../sessions/sessions.ts'
import { UNASSIGNED } from '../signIn/transactions.ts'
import { verifyPassword } from '../signIn/verifyPassword.ts'

export type Reset = { token_hash: string; member_id: string; used_at: Date | null; transaction: Transaction }
type Given = { login_id: string; password: string; ip: string }
/** When the password takes effect; or, if it has taken effect, when it was set. */
type PasswordReset = { effective_at: Date } | { password_changed_at: Date }

/**
 * Sets the password. A repeated call with the same token and password succeeds again, because its answer may have been lost. It may also come
 * while the first call is still running.
 * @param given.password sealed
 * @throws Refused 400 with a refusal of passwordPolicy.ts, after which the token still counts; NO_MATCH when it does not; 429 and 503
 * when busy
 */
export async function resetPassword(ctx: Ctx, hashing: Hashing, reset: Reset, given: Given): Promise<PasswordReset> {
  const { member_id } = reset
  const member = await ctx.db.selectFrom('members').selectAll().where('id', '=', member_id).executeTakeFirst()
  if (!member || member.login_id_key !== loginIdKey(given.login_id)) throw noReset()
  try {
    return await setPassword(ctx, hashing, reset, given, member)
  } catch (error) {
    if (!(error instanceof TokenIsUsed)) throw error
    return setPassword(ctx, hashing, { ...reset, used_at: ctx.now() }, given, member)
  }
}

/** @throws TokenIsUsed if another call has used the token meanwhile */
async function setPassword(
  ctx: Ctx,
  hashing: Hashing,
  reset: Reset,
  given: Given,
  member: Member,
): Promise<PasswordReset> {
  const { member_id, transaction } = reset
  const sealed = { sealed: given.password, ip: given.ip }
  if (reset.used_at !== null) {
    const waiting = await waitingPassword(ctx, member_id)
    if (!waiting || !(await channelsToWaitFor(ctx, transaction.id, member)))
      return requireSamePassword(ctx, hashing, transaction, given)
    if (!(await isPasswordOf(ctx, hashing, transaction, sealed, waiting.password_hash))) throw noReset()
    return { effective_at: waiting.effective_at }
  }
  const subject = { member_id, client_id: transaction.client_id, ip: given.ip }
  const password_hash = await newPasswordHash(ctx, hashing, transaction, sealed, member)
  const password_changed_at = ctx.now()
  const done = await ctx.db.transaction().execute(async (db) => {
    const within = { ...ctx, db }
    // What guards the account may have been added while the password was hashed.
    const now = await heldMember(db, member_id)
    await useUpToken(ctx, db, reset.token_hash)
    const missing = await channelsToWaitFor(within, transaction.id, now)
    if (missing) {
      const { effective_at } = await keepForLater(within, member_id, password_hash)
      await tellOfDelay(within, now, missing, transaction.client_id)
      return { delay: { missing, effective_at } }
    }
    await db
      .updateTable('members')
      .set(withNewPassword(password_hash, password_changed_at))
      .where('id', '=', member_id)
      .execute()
    await tellServices(within, await endEverything(db, member_id, transaction.id))
    await notify(within, 'password', now, transaction.client_id)
    return { opened: await forgetAttempts(within, now.login_id_key, null) }
  })
  ctx.jobs.wake()
  if (done.delay) {
    const { missing, effective_at } = done.delay
    await record(ctx, 'reset.delayed', subject, { missing: missing.join(' ') })
    return { effective_at }
  }
  await record(ctx, 'password.reset', subject)
  if (done.opened) await record(ctx, 'lock.opened', subject)
  return { password_changed_at }
}

/** @throws Refused NO_MATCH if the member is gone */
async function heldMember(db: SqlTransaction<Schema>, id: string): Promise<Member> {
  const member = await db.selectFrom('members').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!member) throw noReset()
  return member
}

const waitingPassword = (ctx: Ctx, member_id: string) =>
  ctx.db
    .selectFrom('pending_passwords')
    .select(['password_hash', 'effective_at'])
    .where('member_id', '=', member_id)
    .executeTakeFirst()

/** @throws Refused NO_MATCH unless the password is the one that was set with this token; a wrong one counts as at a sign-in */
async function requireSamePassword(ctx: Ctx, hashing: Hashing, transaction: Transaction, given: Given) {
  const { id: transaction_id, client_id } = transaction
  try {
    return await verifyPassword(ctx, hashing, { ...given, transaction_id, client_id })
  } catch (error) {
    throw error instanceof Refused && error.status === 400 ? noReset() : error
  }
}

class TokenIsUsed extends Error {}

/** Only one of any number of parallel calls with the same token sets a password. */
async function useUpToken(ctx: Ctx, db: SqlTransaction<Schema>, token_hash: string): Promise<void> {
  const used = await db
    .updateTable('reset_tokens')
    .set({ used_at: ctx.now() })
    .where('token_hash', '=', token_hash)
    .where('used_at', 'is', null)
    .returning('token_hash')
    .executeTakeFirst()
  if (!used) throw new TokenIsUsed()
}

/** Restarts the visit of the reset: everything that the old password had done in it is void. */
async function endEverything(db: SqlTransaction<Schema>, member_id: string, here: string): Promise<EndedSession[]> {
  const ended = await endEverythingOf(db, member_id, { transaction_id: here })
  await db.deleteFrom('proofs').where(concerns(member_id)).execute()
  await db.deleteFrom('challenges').where('member_id', '=', member_id).execute()
  // The used token stays for repeated calls only.
  await db.deleteFrom('reset_tokens').where('member_id', '=', member_id).where('used_at', 'is', null).execute()
  await db
    .updateTable('transactions')
    .set({ ...UNASSIGNED, kind: 'login' })
    .where('id', '=', here)
    .execute()
  return ended
}
