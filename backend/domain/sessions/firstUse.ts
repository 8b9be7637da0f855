// Since when a member uses a service.
import type { Ctx } from '../../context.ts'

/** Later uses change nothing. NOTE: `on conflict` locks the row, which is a write, so a later use does not come that far. */
export async function noteFirstUse(ctx: Ctx, of: { member_id: string; client_id: string }, now: Date): Promise<void> {
  const used = ctx.db
    .selectFrom('service_members')
    .select('member_id')
    .where('member_id', '=', of.member_id)
    .where('client_id', '=', of.client_id)
    .where('first_used_at', 'is not', null)
  if (await used.executeTakeFirst()) return
  await ctx.db
    .insertInto('service_members')
    .values({ ...of, first_used_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'client_id'])
        .doUpdateSet((eb) => ({ first_used_at: eb.fn.coalesce('service_members.first_used_at', eb.val(now)) })),
    )
    .execute()
}
