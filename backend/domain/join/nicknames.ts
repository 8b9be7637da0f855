// Spec §5: whether a nickname is free. Each service has its own nicknames, and the platform has one set for all members.
import { isNickname, nicknameKey, normalizeText } from '../../../contract/names.ts'
import type { Ctx } from '../../context.ts'
import { isReserved } from './reservedNames.ts'

/** The stored form of a nickname, or null if the text is not a valid nickname. */
export function readNickname(typed: string): string | null {
  const nickname = normalizeText(typed)
  return isNickname(nickname) && !isReserved(nickname) ? nickname : null
}

/** Whether the database has refused a nickname. Of two simultaneous requests only the database can tell which was first. */
export function isNicknameTaken(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === '23505' && (constraint === 'service_members_nickname' || constraint === 'members_nickname')
}

/** The columns of a nickname in `members` and `service_members`. */
export const nicknameColumns = (nickname: string) => ({ nickname, nickname_key: nicknameKey(nickname) })

/**
 * @param within the service of the nickname and the member who asks; null for a nickname of the platform
 * @param own the member whose platform nickname does not count as taken
 */
export async function isNicknameFree(
  ctx: Ctx,
  nickname: string,
  within: { client_id: string; member_id: string } | null,
  own?: string,
): Promise<boolean> {
  const key = nicknameKey(nickname)
  if (isReserved(key, Object.values(ctx.settings.platform))) return false
  const taken = within
    ? await ctx.db
        .selectFrom('service_members')
        .select('member_id')
        .where('client_id', '=', within.client_id)
        .where('member_id', '!=', within.member_id)
        .where('nickname_key', '=', key)
        .limit(1)
        .executeTakeFirst()
    : await ctx.db
        .selectFrom('members')
        .select('id')
        .$if(own !== undefined, (query) => query.where('id', '!=', own ?? ''))
        .where('nickname_key', '=', key)
        .limit(1)
        .executeTakeFirst()
  return !taken
}
