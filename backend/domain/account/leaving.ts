// Contract, "Account": a member leaves. For 14 days the member can sign in and come back; then a job erases the account.
import type { Transaction as SqlTransaction } from 'kysely'
import { NO_SESSION } from '../../../contract/shapes/account.ts'
import { secondsFrom, type Ctx } from '../../context.ts'
import type { Member, Schema } from '../../db/schema.ts'
import { addJob, type Job } from '../../jobs/queue.ts'
import type { Payload } from '../../jobs/kinds.ts'
import { sendEmail } from '../../outbox.ts'
import { record } from '../audit/events.ts'
import { canonicalEmail } from '../members/email.ts'
import { eraseIn } from '../members/erase.ts'
import { holdActive } from '../members/holdActive.ts'
import { leftEmail } from '../notices/messageTexts.ts'
import { notify } from '../notices/notices.ts'
import { refuse } from '../refusal.ts'
import { noteEvent } from '../webhooks/memberEvents.ts'
import { endOthersIn, type Here } from './devices.ts'

const LEAVING_DAYS = 14

/** Erasures of one sweep. */
const MOST_AT_ONCE = 500

/** When a member who leaves is erased; null: the member stays. */
export async function leavingOf({ db }: Pick<Ctx, 'db'>, member_id: string): Promise<{ effective_at: Date } | null> {
  const row = db.selectFrom('member_leavings').select('effective_at').where('member_id', '=', member_id)
  return (await row.executeTakeFirst()) ?? null
}

type Asked = { reason?: string | undefined; ip?: string; here?: Here; by?: string }

/**
 * The member leaves. Everything but this session is signed out, and a mail says until when the member can come back. A repeated call changes nothing.
 * @param asked.by the operator who does it in the member's name @returns when the account is erased
 * @throws Refused 401 NO_SESSION if the account was protected or suspended meanwhile, or has a newer password
 */
export async function leave(ctx: Ctx, member: Member, { reason, ip, here = {}, by }: Asked): Promise<Date> {
  const at = ctx.now()
  const row = { member_id: member.id, at, effective_at: secondsFrom(at, LEAVING_DAYS * 86_400) }
  const begun = await ctx.db.transaction().execute(async (db) => {
    if (by === undefined && !(await holdActive({ db }, member)))
      throw refuse(401, NO_SESSION, undefined, 'the session has ended')
    const added = await db
      .insertInto('member_leavings')
      .values({ ...row, reason: reason ?? null })
      .onConflict((conflict) => conflict.column('member_id').doNothing())
      .returning('member_id')
      .executeTakeFirst()
    if (!added) return false
    await endOthersIn({ ...ctx, db }, member.id, here)
    await notify({ ...ctx, db }, 'leaving', member, null)
    await noteEvent({ db }, 'member.leaving', member.id)
    return true
  })
  if (!begun) return (await leavingOf(ctx, member.id))?.effective_at ?? row.effective_at
  ctx.jobs.wake()
  const subject = { member_id: member.id, ...(ip !== undefined && { ip }) }
  if (by === undefined) await record(ctx, 'account.leaving', subject)
  else await record(ctx, 'operator.leaving', subject, { by })
  return row.effective_at
}

/** The member stays after all. @param asked.by the operator who does it in the member's name @returns whether the member was about to leave */
export async function stay(ctx: Ctx, member: Member, { ip, by }: { ip?: string; by?: string }): Promise<boolean> {
  const done = await ctx.db.transaction().execute(async (db) => {
    const left = db.deleteFrom('member_leavings').where('member_id', '=', member.id).returning('member_id')
    if (!(await left.executeTakeFirst())) return false
    await notify({ ...ctx, db }, 'stayed', member, null)
    await noteEvent({ db }, 'member.stayed', member.id)
    return true
  })
  if (!done) return false
  ctx.jobs.wake()
  const subject = { member_id: member.id, ...(ip !== undefined && { ip }) }
  if (by === undefined) await record(ctx, 'account.stayed', subject)
  else await record(ctx, 'operator.stayed', subject, { by })
  return true
}

/**
 * The next member whose time is over. The lock of both rows keeps other instances away, and passes over a member whom another call changes now: that
 * call may lock the two in the other order.
 * @param but members to leave out
 */
const nextDue = (db: SqlTransaction<Schema>, now: Date, but: readonly string[]) =>
  db
    .selectFrom('member_leavings')
    .innerJoin('members', 'members.id', 'member_leavings.member_id')
    .selectAll('members')
    .where('effective_at', '<=', now)
    .$if(but.length > 0, (query) => query.where('member_leavings.member_id', 'not in', but))
    .orderBy('effective_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** @param ctx with the transaction of the erasure */
export async function tellGone(ctx: Ctx, { login_id, locale }: Member): Promise<void> {
  if (canonicalEmail(login_id) !== null) await addJob(ctx, 'left.mail', { to: login_id, locale })
}

/** The job of that mail. It names no member, because there is none any more. */
export async function sendLeft(ctx: Ctx, { to, locale }: Payload<'left.mail'>, { id }: Job): Promise<void> {
  const { subject, text } = leftEmail(ctx.settings.platform[locale], locale)
  await sendEmail(ctx, to, subject, text, id)
}

/** Erases the members whose 14 days are over, each in a transaction of its own. One that fails is logged, and the next sweep tries it again. */
export async function eraseDue(ctx: Ctx): Promise<void> {
  const failed: string[] = []
  for (let count = 0; count < MOST_AT_ONCE; count += 1) {
    let member: Member | undefined
    try {
      await ctx.db.transaction().execute(async (db) => {
        member = await nextDue(db, ctx.now(), failed)
        if (!member) return
        await eraseIn({ ...ctx, db }, member)
        await tellGone({ ...ctx, db }, member)
      })
      if (!member) return
      ctx.jobs.wake()
      await record(ctx, 'account.left', { member_id: member.id })
    } catch (error) {
      if (!member) throw error
      failed.push(member.id)
      ctx.log('leaving.failed', { member_id: member.id, message: String(error) })
    }
  }
}
