// Security A5, A7, A9: browsers in which a member has signed in before (OWASP device cookies). They have their own attempts, which strangers cannot use up.
import { hashOf, newSecret, secondsFrom, type Ctx } from '../context'

/** 400 days, the maximum lifetime of a cookie in browsers. */
export const DEVICE_SECONDS = 400 * 86_400

const NO_MEMBER = '00000000-0000-0000-0000-000000000000'

/** Whether this member has signed in before in the browser with this key. The query is the same for a login ID without a member. */
export async function isKnownBrowser(ctx: Ctx, device: string | undefined, member_id: string | null): Promise<boolean> {
  if (device === undefined) return false
  const row = await ctx.db
    .selectFrom('known_browsers')
    .select('member_id')
    .where('device_hash', '=', hashOf(device))
    .where('member_id', '=', member_id ?? NO_MEMBER)
    .where('last_used_at', '>', secondsFrom(ctx.now(), -DEVICE_SECONDS))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Remembers that this member has signed in here.
 * NOTE: each sign-in replaces the key. Otherwise a key that a stranger planted in the browser would become a known one.
 * @returns the new key of this browser, for all members that it is known for
 */
export async function rememberBrowser(ctx: Ctx, device: string | undefined, member_id: string): Promise<string> {
  const secret = newSecret()
  const device_hash = hashOf(secret)
  const last_used_at = ctx.now()
  if (device !== undefined)
    await ctx.db.updateTable('known_browsers').set({ device_hash }).where('device_hash', '=', hashOf(device)).execute()
  await ctx.db
    .insertInto('known_browsers')
    .values({ device_hash, member_id, last_used_at })
    .onConflict((conflict) => conflict.columns(['device_hash', 'member_id']).doUpdateSet({ last_used_at }))
    .execute()
  return secret
}
