// Security A16: removes a passkey, and tells the member by every channel.
import type { Ctx } from '../../context.ts'
import type { Member } from '../../db/schema.ts'
import { record } from '../audit/events.ts'
import { holdActive } from '../members/holdActive.ts'
import { notify } from '../notices/notices.ts'

/**
 * @param by the operator who removes it; null: the member
 * @returns whether the member had this passkey
 */
export async function removePasskey(ctx: Ctx, member: Member, id: string, by: string | null): Promise<boolean> {
  const isRemoved = await ctx.db.transaction().execute(async (db) => {
    if (by === null && !(await holdActive({ db }, member))) return false
    const removed = await db
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('member_id', '=', member.id)
      .returning('id')
      .executeTakeFirst()
    if (removed) await notify({ ...ctx, db }, 'passkeyRemoved', member, null)
    return removed !== undefined
  })
  if (!isRemoved) return false
  ctx.jobs.wake()
  const subject = { member_id: member.id }
  await (by === null
    ? record(ctx, 'passkey.removed', subject)
    : record(ctx, 'operator.passkey_removed', subject, { by }))
  return true
}
