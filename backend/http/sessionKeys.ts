// Security B2: a new password replaces every key of the browser in which the member sets it, so that a copy of the old ones opens nothing.
import type { Context } from 'hono'
import type { Provider } from 'oidc-provider'
import { hashOf, newSecret, type Ctx } from '../context.ts'
import { secondOf, signInTime } from '../domain/signIn/authTime.ts'
import { rememberBrowser } from '../domain/signIn/knownBrowsers.ts'
import { deviceOf, setBrowserKeys, setSessionCookie } from './cookies.ts'

/** A row of `password_changes`. */
type Set = { call_hash: string; member_id: string; session_uid: string; browser_hash: string; at: Date }

/** The session gets another ID, and the time of the change: with its former time it would be older than the password. */
async function renewSession(c: Context, ctx: Ctx, provider: Provider, done: Set): Promise<void> {
  const { session_uid, member_id, at } = done
  const session = await provider.Session.findByUid(session_uid)
  // Another member may have signed in since.
  if (session?.accountId !== member_id) return
  session.resetIdentifier()
  session.loginTs = secondOf(signInTime(at, at))
  await session.persist()
  setSessionCookie(c, ctx, { id: session.jti, expires: session.transient ? null : new Date(session.exp * 1000) })
}

/** The same for the browser's accounts, and for the key of a known browser. */
async function renewBrowser(c: Context, ctx: Ctx, { call_hash, member_id, browser_hash, at }: Set): Promise<void> {
  const secret = newSecret()
  const signed_in_at = signInTime(at, at)
  const own = await ctx.db
    .updateTable('browser_sessions')
    .set({ signed_in_at })
    .where('browser_hash', '=', browser_hash)
    .where('member_id', '=', member_id)
    .returning('stay_session')
    .executeTakeFirst()
  if (!own) return
  await ctx.db
    .updateTable('browser_sessions')
    .set({ browser_hash: hashOf(secret) })
    .where('browser_hash', '=', browser_hash)
    .execute()
  await ctx.db
    .updateTable('password_changes')
    .set({ browser_hash: hashOf(secret) })
    .where('call_hash', '=', call_hash)
    .execute()
  const device = await rememberBrowser(ctx, deviceOf(c, ctx), member_id)
  setBrowserKeys(c, ctx, { secret, stays: own.stay_session, device })
}

export async function renewKeys(c: Context, ctx: Ctx, provider: Provider, done: Set): Promise<void> {
  await renewSession(c, ctx, provider, done)
  await renewBrowser(c, ctx, done)
}
