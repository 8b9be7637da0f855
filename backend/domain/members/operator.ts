// Operations: what an operator does to one member (`npm run members`). Each action is a security event with the operator's name.
import { isUuid, type Ctx } from '../../context.ts'
import type { Member } from '../../db/schema.ts'
import { StartProblem } from '../../startProblem.ts'
import { forgetAttempts } from '../signIn/attempts.ts'
import { record } from '../audit/events.ts'
import { notify } from '../notices/notices.ts'
import { tellGone } from '../account/leaving.ts'
import { loginIdKey } from './loginId.ts'
import { eraseIn } from './erase.ts'
import { endEverythingOf, tellServices } from '../sessions/sessions.ts'

/** @param who a login ID in any spelling, or a member ID @throws StartProblem if there is no such member */
export async function memberNamed({ db }: Pick<Ctx, 'db'>, who: string): Promise<Member> {
  const isId = isUuid(who.toLowerCase())
  const member = await db
    .selectFrom('members')
    .selectAll()
    .where(isId ? 'id' : 'login_id_key', '=', isId ? who : loginIdKey(who))
    .executeTakeFirst()
  if (!member) throw new StartProblem('no member has this login ID or member ID')
  return member
}

/** Opens the locks of wrong passwords, in every browser. @returns whether there was one */
export async function unlock(ctx: Ctx, { id, login_id_key }: Member, by: string): Promise<boolean> {
  const was_locked = await forgetAttempts(ctx, login_id_key, null)
  await record(ctx, 'operator.unlocked', { member_id: id }, { by, was_locked })
  return was_locked
}

/** Ends every session, visit and token of the member. @returns how many sessions at services have ended */
export async function signOutEverywhere(ctx: Ctx, member: Member, by: string): Promise<number> {
  const ended = await ctx.db.transaction().execute(async (db) => {
    const sessions = await endEverythingOf(db, member.id)
    await tellServices({ ...ctx, db }, sessions)
    await notify({ ...ctx, db }, 'sessionEnded', member, null)
    return sessions
  })
  ctx.jobs.wake()
  await record(ctx, 'operator.signed_out', { member_id: member.id }, { by, sessions: ended.length })
  return ended.length
}

/** NOTE: a protected account stays protected: reopened, it would take the password that a thief may know. */
const CHANGES = {
  'operator.suspended': { from: 'ACTIVE', to: 'SUSPENDED' },
  'operator.reopened': { from: 'SUSPENDED', to: 'ACTIVE' },
} as const

/**
 * Changes the status. A suspension ends every session, visit and token, so that no thief is back when the account opens again. A running backend tells the
 * member (standingChanges.ts).
 * @throws StartProblem if the member has another status than the change begins from
 */
export async function changeStatus(ctx: Ctx, { id }: Member, event: keyof typeof CHANGES, by: string): Promise<void> {
  const { from, to } = CHANGES[event]
  const changed = await ctx.db.transaction().execute(async (db) => {
    const row = await db
      .updateTable('members')
      .set({ status: to })
      .where('id', '=', id)
      .where('status', '=', from)
      .returning('id')
      .executeTakeFirst()
    if (row && to === 'SUSPENDED') await tellServices({ ...ctx, db }, await endEverythingOf(db, id))
    return row
  })
  if (!changed) throw new StartProblem(`the status is not ${from}`)
  ctx.jobs.wake()
  await record(ctx, event, { member_id: id }, { by })
}

export async function erase(ctx: Ctx, member: Member, by: string): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    await eraseIn({ ...ctx, db }, member)
    await tellGone({ ...ctx, db }, member)
  })
  ctx.jobs.wake()
  await record(ctx, 'operator.erased', { member_id: member.id }, { by })
}
