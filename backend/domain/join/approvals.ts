// Spec §3, join statuses: a business partner waits until an operator approves or refuses.
import type { Ctx } from '../../context.ts'
import type { Payload } from '../../jobs/kinds.ts'
import { addJob, type Job } from '../../jobs/queue.ts'
import { sendEmail } from '../../outbox.ts'
import { record } from '../audit/events.ts'
import { loginIdKey } from '../members/loginId.ts'
import { decisionEmail } from '../notices/messageTexts.ts'

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

const DECISIONS = { JOINED: 'approved', UNAPPROVED: 'unapproved' } as const

/**
 * Decides. The member is told by e-mail, as soon as the relay takes it.
 * @param reason why the member is not approved; null approves
 * @param by the operator, for the record
 * @returns false if no such member waits
 */
export async function decide(ctx: Ctx, login_id: string, reason: string | null, by: string): Promise<boolean> {
  const join_status = reason === null ? 'JOINED' : 'UNAPPROVED'
  const member_id = await ctx.db.transaction().execute(async (db) => {
    const member = await db
      .updateTable('members')
      .set({ join_status, join_reason: reason })
      .where('login_id_key', '=', loginIdKey(login_id))
      .where('join_status', '=', 'WAITING')
      .where('joined', '=', true)
      .returning('id')
      .executeTakeFirst()
    if (!member) return null
    await addJob({ ...ctx, db }, 'decision.mail', { member_id: member.id, decision: DECISIONS[join_status] })
    return member.id
  })
  if (member_id === null) return false
  ctx.jobs.wake()
  await record(ctx, 'join.decided', { member_id }, { join_status, by })
  return true
}

/** The job of the mail. */
export async function sendDecision(
  ctx: Ctx,
  { member_id, decision }: Payload<'decision.mail'>,
  { id }: Job,
): Promise<void> {
  const member = await ctx.db
    .selectFrom('members')
    .select(['login_id', 'locale'])
    .where('id', '=', member_id)
    .executeTakeFirst()
  if (!member) return
  const { subject, text } = decisionEmail(ctx.settings.platform[member.locale], decision, member.locale)
  await sendEmail(ctx, member.login_id, subject, text, id)
}
