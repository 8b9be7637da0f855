// Spec §7, PUT /v1/profile/change/password: checks the current password and the new one.
import * as detail from '../../../contract/detailCodes.ts'
import type { Ctx } from '../../context.ts'
import type { Member, Transaction } from '../../db/schema.ts'
import { refuse, Refused } from '../refusal.ts'
import { record } from '../audit/events.ts'
import type { Hashing } from './hashing.ts'
import { isPasswordOf, newPasswordHash } from './newPassword.ts'
import { notify } from '../notices/notices.ts'
import { endEverythingOf, tellServices } from '../sessions/sessions.ts'
import { verifyPassword } from '../signIn/verifyPassword.ts'

type Given = {
  current_password: string
  password: string
  ip: string
  browser: string | undefined
  device: string | undefined
}

/**
 * Sets the password, and ends all other sessions, codes and tokens that the old password created.
 * @param given both passwords sealed; `browser`, the key of the browser whose session stays
 * @returns the time from which the new password is valid
 * @throws Refused 400: WRONG_PASSWORD and LOCKED as at a sign-in, or a refusal of the new password (passwordPolicy.ts)
 */
export async function changePassword(
  ctx: Ctx,
  hashing: Hashing,
  transaction: Transaction,
  member: Member,
  { current_password, password: sealed, ip, browser, device }: Given,
): Promise<Date> {
  const { id: transaction_id, client_id } = transaction
  const current = await verifyPassword(ctx, hashing, {
    login_id: member.login_id,
    password: current_password,
    transaction_id,
    client_id,
    ip,
    device,
  }).catch(async (error: unknown) => {
    const isWrong = error instanceof Refused && error.body.code === 'WRONG_PASSWORD'
    const set_at = isWrong && (await setMeanwhile(ctx, hashing, transaction, member.id, { sealed, ip }))
    if (!set_at) throw error
    return set_at
  })
  if (current instanceof Date) return current
  const owner = { ...member, password_hash: current.password_hash }
  const password_hash = await newPasswordHash(ctx, hashing, transaction, { sealed, ip }, owner)
  const password_changed_at = ctx.now()
  const isChanged = await ctx.db.transaction().execute(async (db) => {
    const changed = await db
      .updateTable('members')
      .set({ password_hash, password_changed_at, must_change_password: false, password_put_off_at: null })
      .where('id', '=', member.id)
      .where('password_hash', '=', current.password_hash)
      .returning('id')
      .executeTakeFirst()
    if (!changed) return false
    const within = { ...ctx, db }
    await tellServices(within, await endEverythingOf(db, member.id, { transaction_id, browser }))
    await notify(within, 'password', member, client_id)
    return true
  })
  if (!isChanged) {
    const set_at = await setMeanwhile(ctx, hashing, transaction, member.id, { sealed, ip })
    if (!set_at) throw refuse(400, 'WRONG_PASSWORD', detail.WRONG_PASSWORD, 'incorrect password [1]')
    return set_at
  }
  ctx.jobs.wake()
  await record(ctx, 'password.changed', { member_id: member.id, client_id, ip })
  return password_changed_at
}

/**
 * The browser may have sent the call again while the first one ran, which has set the password since.
 * @returns when this visit has set the password of this call; null if its current password is out of date, or wrong
 */
async function setMeanwhile(
  ctx: Ctx,
  hashing: Hashing,
  transaction: Transaction,
  member_id: string,
  given: { sealed: string; ip: string },
): Promise<Date | null> {
  const { password_hash, password_changed_at } = await ctx.db
    .selectFrom('members')
    .select(['password_hash', 'password_changed_at'])
    .where('id', '=', member_id)
    .executeTakeFirstOrThrow()
  // A password of before would be no change.
  const isOfVisit = password_changed_at > transaction.created_at
  return isOfVisit && (await isPasswordOf(ctx, hashing, transaction, given, password_hash)) ? password_changed_at : null
}
