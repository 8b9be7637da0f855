// Security A5, A7, A9: browsers in which a member has signed in before (OWASP device cookies). They have their own attempts, which strangers cannot use up.
import { timingSafeEqual } from 'node:crypto'
import { hashOf, newSecret, secondsFrom, type Ctx } from '../../context.ts'
import { hmac, secretAt } from '../../db/secrets.ts'

/** How long a browser stays known after its last sign-in. */
export const deviceSeconds = ({ settings }: Pick<Ctx, 'settings'>): number =>
  settings.limits.known_browser_days * 86_400

const NO_MEMBER = '00000000-0000-0000-0000-000000000000'

/** Whether this member has signed in before in the browser with this key. The query is the same for a login ID without a member. */
export async function isKnownBrowser(ctx: Ctx, device: string | undefined, member_id: string | null): Promise<boolean> {
  if (device === undefined) return false
  const row = await ctx.db
    .selectFrom('known_browsers')
    .select('member_id')
    .where('device_hash', '=', hashOf(device))
    .where('member_id', '=', member_id ?? NO_MEMBER)
    .where('last_used_at', '>', secondsFrom(ctx.now(), -deviceSeconds(ctx)))
    .executeTakeFirst()
  return row !== undefined
}

/** The same for the member of a login ID. */
export async function isKnownForId(ctx: Ctx, device: string | undefined, login_id_key: string): Promise<boolean> {
  if (device === undefined) return false
  const row = await ctx.db
    .selectFrom('known_browsers as k')
    .innerJoin('members as m', 'm.id', 'k.member_id')
    .select('k.member_id')
    .where('k.device_hash', '=', hashOf(device))
    .where('m.login_id_key', '=', login_id_key)
    .where('k.last_used_at', '>', secondsFrom(ctx.now(), -deviceSeconds(ctx)))
    .executeTakeFirst()
  return row !== undefined
}

const sealOf = (key: string, secret: string): string => hmac(key, `device ${secret}`).toString('base64url')

/** A key that this backend has made. A made-up key is recognised without a query, so that a flood of them costs nothing. */
function isGenuine(ctx: Ctx, device: string): boolean {
  const [secret = '', seal = ''] = device.split('.')
  const given = Buffer.from(seal)
  return ctx.keys.secrets.state.some(({ key }) => {
    const own = Buffer.from(sealOf(key, secret))
    return given.length === own.length && timingSafeEqual(given, own)
  })
}

/** The member who signed in last in the browser with this key, or null. */
export async function memberKnownBy(ctx: Ctx, device: string | undefined): Promise<string | null> {
  if (device === undefined || !isGenuine(ctx, device)) return null
  const row = await ctx.db
    .selectFrom('known_browsers')
    .select('member_id')
    .where('device_hash', '=', hashOf(device))
    .where('last_used_at', '>', secondsFrom(ctx.now(), -deviceSeconds(ctx)))
    .orderBy('last_used_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.member_id ?? null
}

/**
 * Remembers that this member has signed in here.
 * NOTE: each sign-in replaces the key. Otherwise a key that a stranger planted in the browser would become a known one.
 * @returns the new key of this browser, for all members that it is known for
 */
export async function rememberBrowser(ctx: Ctx, device: string | undefined, member_id: string): Promise<string> {
  const secret = newSecret()
  const key = `${secret}.${sealOf(secretAt(ctx.keys.secrets.state, ctx.now()), secret)}`
  const device_hash = hashOf(key)
  const last_used_at = ctx.now()
  if (device !== undefined)
    await ctx.db.updateTable('known_browsers').set({ device_hash }).where('device_hash', '=', hashOf(device)).execute()
  await ctx.db
    .insertInto('known_browsers')
    .values({ device_hash, member_id, last_used_at })
    .onConflict((conflict) => conflict.columns(['device_hash', 'member_id']).doUpdateSet({ last_used_at }))
    .execute()
  return key
}
