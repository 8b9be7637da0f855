// Spec §2, "SSO": the accounts that are signed in in one browser, for the account chooser. The browser holds one HttpOnly cookie;
// the provider's own session is one of these accounts. Ends 30 minutes after the last use and 12 hours after the sign-in,
// or after 14 days when the member asked to stay signed in (security B4). Any number of browsers, at most 10 accounts in each.
import { randomUUID } from 'node:crypto'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { isUuid, hashOf, newSecret, secondsFrom, type Ctx } from '../../context.ts'
import type { Schema, Transaction } from '../../db/schema.ts'
import { noteDevice } from '../account/deviceRows.ts'
import { holdMember } from '../members/hold.ts'
import { rememberBrowser } from './knownBrowsers.ts'

export const IDLE_SECONDS = 30 * 60
export const SESSION_SECONDS = 12 * 3600
export const STAY_SECONDS = 14 * 86_400
const MOST_ACCOUNTS = 10

/** The keys that a browser is given: for its account sessions (14 days, or until it is closed), and as a known browser. */
export type BrowserKey = { secret: string; stays: boolean; device: string }

const live = (ctx: Ctx, now = ctx.now()) =>
  ctx.db
    .selectFrom('browser_sessions as s')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .select([
      's.id',
      's.member_id',
      's.amr',
      's.stay_session',
      's.signed_in_at',
      's.last_used_at',
      's.phone_proved_at',
      'm.password_changed_at',
      'm.login_id',
      'm.name',
    ])
    .where('s.expires_at', '>', now)
    .where((eb) => eb.or([eb('s.stay_session', '=', true), eb('s.last_used_at', '>', secondsFrom(now, -IDLE_SECONDS))]))

/** The accounts that this browser can continue as, the last used first. */
export async function liveAccounts(ctx: Ctx, browser: string | undefined) {
  if (!browser) return []
  return live(ctx)
    .where('s.browser_hash', '=', hashOf(browser))
    .orderBy('s.last_used_at', 'desc')
    .limit(MOST_ACCOUNTS)
    .execute()
}

/** The account session with this ID if it is still valid and completed this transaction. The browser's current key does not matter. */
export const accountBehind = async (ctx: Ctx, { member_id }: Transaction, id: string) =>
  member_id !== null && isUuid(id)
    ? live(ctx).where('s.id', '=', id).where('s.member_id', '=', member_id).executeTakeFirst()
    : undefined

/**
 * Records that a member signed in here or used the session again (`signed_in_at` then keeps its value). Each sign-in issues a new key
 * (security B2) and moves the browser's accounts to it, so that the old key opens nothing.
 */
export async function rememberAccount(
  ctx: Ctx,
  { browser, device }: { browser: string | undefined; device: string | undefined },
  account: {
    member_id: string
    amr: string[]
    stay_session: boolean
    signed_in_at: Date
    phone_proved_at: Date | null
  },
): Promise<BrowserKey> {
  const secret = newSecret()
  if (browser)
    await ctx.db
      .updateTable('browser_sessions')
      .set({ browser_hash: hashOf(secret) })
      .where('browser_hash', '=', hashOf(browser))
      .execute()
  const seconds = account.stay_session ? STAY_SECONDS : SESSION_SECONDS
  const values = {
    amr: JSON.stringify(account.amr),
    stay_session: account.stay_session,
    signed_in_at: account.signed_in_at,
    phone_proved_at: account.phone_proved_at,
    last_used_at: ctx.now(),
    expires_at: secondsFrom(account.signed_in_at, seconds),
  }
  const { id } = await ctx.db
    .insertInto('browser_sessions')
    .values({ id: randomUUID(), browser_hash: hashOf(secret), member_id: account.member_id, ...values })
    .onConflict((conflict) => conflict.columns(['browser_hash', 'member_id']).doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteDevice(ctx, id)
  return { secret, stays: account.stay_session, device: await rememberBrowser(ctx, device, account.member_id) }
}

/**
 * Contract, "Step-up": 15 min. Longer than a sign-in's visit of 10 min, so that a phone proved at its beginning still counts at its end. As
 * short as an access token, so that a service that renews both asks for a new proof.
 */
const PHONE_PROOF_SECONDS = 15 * 60

/**
 * Whether this member has proved the phone: in the visit that ends now, whatever came after it, or in this browser's session within the last
 * 15 minutes.
 * @param visit the ID of the visit whose location the browser follows
 */
export async function isPhoneProved(
  ctx: Ctx,
  member_id: string,
  { browser, visit }: { browser: string | undefined; visit: string | undefined },
): Promise<boolean> {
  const inVisit = ctx.db
    .selectFrom('transactions')
    .select('member_id')
    .where('id', '=', visit ?? '')
    .where('member_id', '=', member_id)
    .where('finished_at', 'is not', null)
    .whereRef('phone_proved_at', '>=', 'created_at')
  const inSession = ctx.db
    .selectFrom('browser_sessions')
    .select('member_id')
    .where('browser_hash', '=', browser === undefined ? '' : hashOf(browser))
    .where('member_id', '=', member_id)
    .where('phone_proved_at', '>', secondsFrom(ctx.now(), -PHONE_PROOF_SECONDS))
  return (await inVisit.unionAll(inSession).limit(1).executeTakeFirst()) !== undefined
}

/** A session ends after hours without use, so a minute more or less is no write. */
const USE_SECONDS = 60

/** Also called when the issuer answers a partner from this session without showing a page. */
export async function touchAccount(ctx: Ctx, browser: string, member_id: string): Promise<void> {
  const now = ctx.now()
  await ctx.db
    .updateTable('browser_sessions')
    .set({ last_used_at: now })
    .where('last_used_at', '<', secondsFrom(now, -USE_SECONDS))
    .where('browser_hash', '=', hashOf(browser))
    .where('member_id', '=', member_id)
    .execute()
}

/** Removes one account from this browser, in the transaction of a sign-out. @returns the member's ID, or null if this browser has no such session */
export async function forgetAccount(ctx: Ctx, browser: string | undefined, id: string): Promise<string | null> {
  if (!browser || !isUuid(id)) return null
  const named = ctx.db.selectFrom('browser_sessions').select('member_id').where('id', '=', id)
  const whose = await named.where('browser_hash', '=', hashOf(browser)).executeTakeFirst()
  if (!whose) return null
  // The lock comes before the rows of the member, as everywhere.
  await holdMember(ctx.db, whose.member_id)
  const [gone] = await signOut(ctx, (eb) => eb.and([eb('id', '=', id), eb('browser_hash', '=', hashOf(browser))]))
  return gone ?? null
}

/** Signing out at a service ends every account of the browser, because the next person at a shared computer must find none. */
export async function forgetBrowser(ctx: Ctx, browser: string): Promise<void> {
  await signOut(ctx, (eb) => eb('browser_hash', '=', hashOf(browser)))
}

/** Also ends the joins that created these accounts: a join can be answered again and accepts a letter. @returns the members' IDs */
async function signOut(
  ctx: Ctx,
  which: (eb: ExpressionBuilder<Schema, 'browser_sessions'>) => Expression<SqlBool>,
): Promise<string[]> {
  const gone = await ctx.db.deleteFrom('browser_sessions').where(which).returning('member_id').execute()
  const members = gone.map(({ member_id }) => member_id)
  if (members.length > 0) await ctx.db.deleteFrom('joins').where('member_id', 'in', members).execute()
  return members
}
