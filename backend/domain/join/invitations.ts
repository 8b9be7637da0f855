// Spec §3, join type INVITATION: a link with a secret, mailed to the address that is invited; good for one join.
import { hashOf, type Ctx } from '../../context.ts'

/** Binds the invitation of a link to the visit that the link has begun. An unknown, used or expired link has no effect. */
export async function invite(ctx: Ctx, transaction_id: string, secret: string): Promise<void> {
  const member = await ctx.db
    .selectFrom('members')
    .select('id')
    .where('invitation_hash', '=', hashOf(secret))
    .where('invitation_expires_at', '>', ctx.now())
    .where('joined', '=', false)
    .executeTakeFirst()
  if (!member) return
  await ctx.db
    .updateTable('transactions')
    .set({ invited_member_id: member.id })
    .where('id', '=', transaction_id)
    .execute()
}
