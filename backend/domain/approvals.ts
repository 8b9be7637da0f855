// Spec §3, join statuses: a business partner waits until an operator approves or refuses.
import type { Ctx } from '../context'
import { sendEmail } from '../outbox'
import { record } from './events'
import { loginIdKey } from './loginId'
import { WORDS } from './noticeWords/words'

export type Waiting = { login_id: string; name: string; requested_at: string }

/** The members who wait for approval, the longest wait first. */
export async function waiting(ctx: Ctx): Promise<Waiting[]> {
  const rows = await ctx.db
    .selectFrom('members')
    .select(['login_id', 'name', 'created_at'])
    .where('join_status', '=', 'WAITING')
    .where('joined', '=', true)
    .orderBy('created_at')
    .execute()
  return rows.map(({ login_id, name, created_at }) => ({ login_id, name, requested_at: created_at.toISOString() }))
}

const MAILS = { JOINED: 'approved', UNAPPROVED: 'unapproved' } as const

/**
 * Decides, and tells the member by e-mail. If the mail cannot be sent, the member waits again, so that the operator can repeat the call.
 * @param reason why the member is not approved; null approves
 * @param by the operator, for the record
 * @returns false if no such member waits
 */
export async function decide(ctx: Ctx, login_id: string, reason: string | null, by: string): Promise<boolean> {
  const join_status = reason === null ? 'JOINED' : 'UNAPPROVED'
  const member = await ctx.db
    .updateTable('members')
    .set({ join_status, join_reason: reason })
    .where('login_id_key', '=', loginIdKey(login_id))
    .where('join_status', '=', 'WAITING')
    .where('joined', '=', true)
    .returning(['id', 'login_id', 'locale'])
    .executeTakeFirst()
  if (!member) return false
  const { title, text } = WORDS[member.locale][MAILS[join_status]]
  try {
    await sendEmail(ctx, member.login_id, title, text)
  } catch (error) {
    // NOTE: not a transaction around both, because the mail server of this process writes to the same database.
    const waits = { join_status: 'WAITING', join_reason: null } as const
    await ctx.db.updateTable('members').set(waits).where('id', '=', member.id).execute()
    throw error
  }
  await record(ctx, 'join.decided', { member_id: member.id }, { join_status, by })
  return true
}
