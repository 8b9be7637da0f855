// Contract, "Account": the session behind a call of the account, and the proof that a row may ask for.
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Provider } from 'oidc-provider'
import { ANOTHER_SESSION, NO_SESSION } from '../../contract/shapes/account.ts'
import type { Row } from '../../contract/row.ts'
import type { Ctx } from '../context.ts'
import { hmac } from '../db/keys.ts'
import { isVisitOf } from '../domain/account/accountVisit.ts'
import { type AccountSession, requireFresh } from '../domain/account/freshness.ts'
import { noteLanguage } from '../domain/members/language.ts'
import { refuse } from '../domain/refusal.ts'
import { isOutdated } from '../domain/signIn/authTime.ts'
import { IDLE_SECONDS, SESSION_SECONDS, touchAccount } from '../domain/signIn/accounts.ts'
import { prolongSession } from '../domain/sessions/sessions.ts'
import type { Transaction } from '../db/schema.ts'
import { browserOf, sessionCookieName } from './cookies.ts'
import { serving } from './serve.ts'
import { namedLocale } from '../../server/page.ts'

const SESSION = 'account session'
/** In seconds: a session that was used a moment ago is not written again. */
const USE_SECONDS = 60

/** The name of the session in calls: the same for the same member, and no secret. */
export const sessionName = (ctx: Ctx, { member }: Pick<AccountSession, 'member'>): string =>
  hmac(ctx.keys.state, `account of ${member.id}`).toString('base64url')

/** The session of this browser if its member may sign in, or null. */
async function sessionHere(c: Context, ctx: Ctx, provider: Provider): Promise<AccountSession | null> {
  const id = getCookie(c, sessionCookieName(ctx))
  const session = id ? await provider.Session.find(id) : undefined
  if (!session?.accountId) return null
  const member = await ctx.db
    .selectFrom('members')
    .selectAll()
    .where('id', '=', session.accountId)
    .where('status', '=', 'ACTIVE')
    .where('joined', '=', true)
    .executeTakeFirst()
  if (!member) return null
  const now = Math.floor(Date.now() / 1000)
  const loginTs = session.loginTs ?? now
  // A change of the password ends the sessions that began before it, even while their rows still exist.
  if (isOutdated(loginTs, member.password_changed_at)) return null
  // The use of the account is a use of the session, which ends half an hour after the last one.
  const left = Math.min(IDLE_SECONDS, SESSION_SECONDS - (now - loginTs))
  if (session.transient && left - (session.exp - now) > USE_SECONDS) await prolongSession(ctx, session.jti, left)
  const browser = browserOf(c, ctx)
  if (browser) await touchAccount(ctx, browser, member.id)
  return { uid: session.uid, member, amr: session.amr ?? [], signed_in_at: new Date(loginTs * 1000) }
}

/**
 * Security E10: a call without an Origin comes from no page of the app.
 * NOTE: browsers send none with a GET to the page's own origin, where app and backend share one. Such a call says where it comes from in a header
 * that no page can set. The guard of all routes has refused every other Origin (guard.ts).
 */
const isFromApp = (c: Context, { settings: { url, app_origin } }: Ctx): boolean =>
  c.req.header('origin') !== undefined ||
  (new URL(url).origin === app_origin && c.req.header('sec-fetch-site') === 'same-origin')

/** The session with the language of the page, which messages to the member have from now on. A call that names no language changes none. */
async function spoken(c: Context, ctx: Ctx, session: AccountSession): Promise<AccountSession> {
  const locale = namedLocale(c.req.url, c.req.header('accept-language'))
  if (locale === undefined) return session
  await noteLanguage(ctx, session.member, locale)
  return { ...session, member: { ...session.member, locale } }
}

/** Finds the session of a call before its route runs. A route reads it with `sessionOf`. */
const sessions = (ctx: Ctx, provider: Provider): MiddlewareHandler =>
  async function accountSession(c, next) {
    if (!isFromApp(c, ctx)) throw refuse(403, 'FORBIDDEN', undefined, 'origin')
    const session = await sessionHere(c, ctx, provider)
    if (!session) throw refuse(401, NO_SESSION, undefined, 'nobody is signed in in this browser')
    const named = c.req.header('x-account-session')
    if (named !== undefined && named !== sessionName(ctx, session))
      throw refuse(409, ANOTHER_SESSION, undefined, 'another member has signed in in this browser')
    c.set(SESSION, await spoken(c, ctx, session))
    await next()
  }

/** The session of this call. */
export function sessionOf(c: Context): AccountSession {
  const session = c.get(SESSION) as AccountSession | undefined
  if (!session) throw new Error(`${c.req.path} is not behind the middleware of sessions`)
  return session
}

/** The transaction of the browser's session with this ID, or null: it has a code that was sent for the account. */
export async function accountVisitHere(
  c: Context,
  ctx: Ctx,
  provider: Provider,
  id: string,
): Promise<Transaction | null> {
  const session = await sessionHere(c, ctx, provider)
  return session && isVisitOf(ctx, { uid: session.uid, member_id: session.member.id }, id)
}

/** As `serving`: registers the route of a row of the account, with the proof that the row asks for. */
export function servingAccount(app: Hono, ctx: Ctx, provider: Provider): ReturnType<typeof serving> {
  const serve = serving(app, sessions(ctx, provider))
  const freshness = (fresh: NonNullable<Row['fresh']>): MiddlewareHandler =>
    async function proof(c, next) {
      await requireFresh(ctx, sessionOf(c), fresh)
      await next()
    }
  return (row: Row, handler: Parameters<typeof serve>[1]) =>
    serve(row, handler, ...(row.fresh === undefined ? [] : [freshness(row.fresh)]))
}
