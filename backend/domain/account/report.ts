// Contract, "Account": "this was not me", in the account or by support.
import type { Ctx } from '../../context.ts'
import { record } from '../audit/events.ts'
import { notifyWithin } from '../notices/notices.ts'
import { protectIn } from '../sessions/protect.ts'

/** The report of a member, or of an operator in the member's name. @param by the operator */
export async function report(ctx: Ctx, member_id: string, { ip, by }: { ip?: string; by?: string }): Promise<void> {
  const stays = await ctx.db.transaction().execute(async (db) => {
    // The lock waits for a password change in progress.
    await db.selectFrom('members').select('id').where('id', '=', member_id).forNoKeyUpdate().execute()
    const isKept = await protectIn({ ...ctx, db }, member_id)
    if (isKept) await notifyWithin({ ...ctx, db }, 'stayed', member_id, null)
    return isKept
  })
  ctx.jobs.wake()
  const subject = { member_id, ...(ip !== undefined && { ip }) }
  if (by === undefined) await record(ctx, 'account.reported', subject)
  else await record(ctx, 'operator.reported', subject, { by })
  if (stays) await record(ctx, 'account.stayed', subject)
}
