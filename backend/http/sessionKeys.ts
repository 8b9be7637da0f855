// Security B2: a new password replaces every key of the browser in which the member sets it, so that a copy of the old ones opens nothing.
import type { Context } from 'hono'
import { sql } from 'kysely'
import type { Provider } from 'oidc-provider'
import { hashOf, newSecret, type Ctx } from '../context.ts'
import { together } from '../db/oneTransaction.ts'
import { holdMember } from '../domain/members/hold.ts'
import type { BrowserKey } from '../domain/signIn/accounts.ts'
import { secondOf, signInTime } from '../domain/signIn/authTime.ts'
import { rememberBrowser } from '../domain/signIn/knownBrowsers.ts'
import { deviceOf, setBrowserKeys, setSessionCookie } from './cookies.ts'

/** A row of `password_changes`. */
type Set = { call_hash: string; member_id: string; session_uid: string; browser_hash: string; at: Date }

/** The session gets another ID, and the time of the change: with its former time it would be older than the password. */
async function renewSession(provider: Provider, { session_uid, member_id, at }: Set) {
  const session = await provider.Session.findByUid(session_uid)
  // Another member may have signed in since.
  if (session?.accountId !== member_id) return null
  session.resetIdentifier()
  session.loginTs = secondOf(signInTime(at, at))
  await session.persist()
  return { id: session.jti, expires: session.transient ? null : new Date(session.exp * 1000) }
}

/** The same for the browser's accounts, and for the key of a known browser. */
async function renewBrowser(
  ctx: Ctx,
  former: string | undefined,
  { call_hash, member_id, browser_hash, at }: Set,
): Promise<BrowserKey | null> {
  const secret = newSecret()
  // NOTE: one statement, as in a sign-in. With two, a sign-in of another member in this browser could lock the same rows in another order.
  const accounts = await ctx.db
    .updateTable('browser_sessions')
    .set({
      browser_hash: hashOf(secret),
      signed_in_at: sql`case when member_id = ${member_id} then ${signInTime(at, at)}::timestamptz else signed_in_at end`,
    })
    .where('browser_hash', '=', browser_hash)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('browser_sessions as own')
          .select('own.id')
          .where('own.browser_hash', '=', browser_hash)
          .where('own.member_id', '=', member_id),
      ),
    )
    .returning(['member_id', 'stay_session'])
    .execute()
  const own = accounts.find((one) => one.member_id === member_id)
  if (!own) return null
  await ctx.db
    .updateTable('password_changes')
    .set({ browser_hash: hashOf(secret) })
    .where('call_hash', '=', call_hash)
    .execute()
  return { secret, stays: own.stay_session, device: await rememberBrowser(ctx, former, member_id) }
}

/**
 * One transaction: half of the keys, whose answer never leaves, would open nothing, and the repeated call would no longer find the browser. It is not that of
 * the password: if this fails, the password counts, and the same call replaces the keys (`password_changes`). A sign-in does as well.
 */
export async function renewKeys(c: Context, ctx: Ctx, provider: Provider, done: Set): Promise<void> {
  const renewed = await together(
    async () => {
      // A session that is ended meanwhile stays ended.
      await holdMember(ctx.db, done.member_id)
      return { session: await renewSession(provider, done), browser: await renewBrowser(ctx, deviceOf(c, ctx), done) }
    },
    (error) => error === undefined,
  )
  if (renewed.session) setSessionCookie(c, ctx, renewed.session)
  if (renewed.browser) setBrowserKeys(c, ctx, renewed.browser)
}
