// Spec §5, nicknames: whether one is free. A service's nicknames are its own; the platform's belong to all members.
import { sql } from 'kysely'
import type { Ctx } from '../context'

/** @param within the service the nickname is for, and who asks; null: a nickname of the platform */
export async function isNicknameFree(
  ctx: Ctx,
  nickname: string,
  within: { client_id: string; member_id: string } | null,
): Promise<boolean> {
  const spelled = nickname.normalize('NFC').trim().toLowerCase()
  const taken = within
    ? await ctx.db
        .selectFrom('service_members')
        .select('member_id')
        .where('client_id', '=', within.client_id)
        .where('member_id', '!=', within.member_id)
        .where(sql<string>`lower(nickname)`, '=', spelled)
        .limit(1)
        .executeTakeFirst()
    : await ctx.db
        .selectFrom('members')
        .select('id')
        .where(sql<string>`lower(nickname)`, '=', spelled)
        .limit(1)
        .executeTakeFirst()
  return !taken
}
