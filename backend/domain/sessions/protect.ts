// Security A16, and contract, "Account": "this was not me", from the link of a notice, from the account, and by support.
import type { Transaction as SqlTransaction } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { Schema } from '../../db/schema.ts'
import { noteEvent } from '../webhooks/memberEvents.ts'
import { endEverythingOf, tellServices } from './sessions.ts'

/**
 * Ends all sessions, tokens and visits of the member, protects the account until a reset sets a new password, and keeps a member who was about to leave,
 * because a thief may have asked for that. The change of the status has a notice of its own (standingChanges.ts). Call `ctx.jobs.wake()` after the commit.
 * @returns whether the member was about to leave, who is then to be told
 */
export async function protectIn(ctx: Ctx & { db: SqlTransaction<Schema> }, member_id: string): Promise<boolean> {
  const { db } = ctx
  await db
    .updateTable('members')
    .set({ status: 'PROTECTED' })
    .where('id', '=', member_id)
    .where('status', '=', 'ACTIVE')
    .execute()
  const left = db.deleteFrom('member_leavings').where('member_id', '=', member_id).returning('member_id')
  const stays = (await left.executeTakeFirst()) !== undefined
  if (stays) await noteEvent({ db }, 'member.stayed', member_id)
  await tellServices(ctx, await endEverythingOf(db, member_id))
  return stays
}
