// Spec §5, nicknames: whether one is free. A service's nicknames are its own; the platform's belong to all members.
import { isNickname, nicknameKey, oneSpelling } from '../../src/wire/names'
import type { Ctx } from '../context'
import { isReserved } from './reservedNames'

/** A nickname as it is kept, or null for what cannot be one. */
export function readNickname(typed: string): string | null {
  const nickname = oneSpelling(typed)
  return isNickname(nickname) && !isReserved(nickname) ? nickname : null
}

/** Two who ask for one at the same moment are told apart by the database alone. */
export function isNicknameTaken(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === '23505' && (constraint === 'service_members_nickname' || constraint === 'members_nickname')
}

/** The columns of a nickname in `members` and `service_members`. */
export const nicknameColumns = (nickname: string) => ({ nickname, nickname_key: nicknameKey(nickname) })

/**
 * @param within the service the nickname is for, and who asks; null: a nickname of the platform
 * @param own the member whose platform nickname does not count as taken
 */
export async function isNicknameFree(
  ctx: Ctx,
  nickname: string,
  within: { client_id: string; member_id: string } | null,
  own?: string,
): Promise<boolean> {
  const key = nicknameKey(nickname)
  if (isReserved(key)) return false
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
