// Spec §7, PUT /v1/profile/change/password: checks the current password and the new one.
import * as detail from '../../src/wire/detailCodes'
import type { Ctx } from '../context'
import type { Member, Transaction } from '../db/schema'
import { refuse } from './refusal'
import { record } from './events'
import type { Hashing } from './hashing'
import { newPasswordHash } from './newPassword'
import { notify } from './notices'
import { endEverythingOf } from './sessions'
import { verifyPassword } from './verifyPassword'

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
  const { login_id, phone, name, nickname } = member
  const current = await verifyPassword(ctx, hashing, {
    login_id,
    password: current_password,
    transaction_id,
    client_id,
    ip,
    device,
  })
  const owner = { login_id, phone, current_hash: current.password_hash, names: [name, nickname] }
  const password_hash = await newPasswordHash(ctx, hashing, transaction, { sealed, ip }, owner)
  const password_changed_at = ctx.now()
  const ended = await ctx.db.transaction().execute(async (db) => {
    const changed = await db
      .updateTable('members')
      .set({ password_hash, password_changed_at, must_change_password: false, password_put_off_at: null })
      .where('id', '=', member.id)
      .where('password_hash', '=', current.password_hash)
      .returning('id')
      .executeTakeFirst()
    // Another request has changed the password at the same time, so the current password of this request is out of date.
    if (!changed) throw refuse(400, 'WRONG_PASSWORD', detail.WRONG_PASSWORD, 'incorrect password [1]')
    return endEverythingOf(db, member.id, { transaction_id, browser })
  })
  ctx.sessionsEnded(ended)
  await record(ctx, 'password.changed', { member_id: member.id, client_id, ip })
  notify(ctx, 'password', member, client_id)
  return password_changed_at
}
