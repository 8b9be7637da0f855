// Contract, PUT /v1/account/password: another password. It ends all other sessions and all tokens, and this browser's session goes on.
import { NO_SESSION } from '../../../contract/shapes/account.ts'
import { hashOf, secondsFrom, type Ctx } from '../../context.ts'
import type { Transaction } from '../../db/schema.ts'
import { record } from '../audit/events.ts'
import { notify } from '../notices/notices.ts'
import type { Hashing } from '../passwords/hashing.ts'
import { newPasswordHash } from '../passwords/newPassword.ts'
import { refuse } from '../refusal.ts'
import { endEverythingOf, tellServices } from '../sessions/sessions.ts'
import { IDLE_SECONDS } from '../signIn/accounts.ts'
import { forgetAttempts } from '../signIn/attempts.ts'
import { type AccountSession, keepSignIn } from './freshness.ts'

/** So long, a call whose answer was lost is answered again. */
export const REPEAT_SECONDS = 600

/** @property cookie of the session, as the call brought it; `browser`: the key of this browser, or an empty text */
type PasswordCall = { sealed: string; cookie: string; browser: string; ip: string }

/** Nobody else knows both: sealing is random. */
const nameOf = ({ cookie, sealed }: Pick<PasswordCall, 'cookie' | 'sealed'>): string =>
  hashOf(`password ${cookie} ${sealed}`)

/** What this call has done before, or undefined. The cookie of its session may have been replaced since, by the answer that was lost. */
export const passwordSetBy = (ctx: Ctx, call: Pick<PasswordCall, 'cookie' | 'sealed'>) =>
  ctx.db
    .selectFrom('password_changes')
    .selectAll()
    .where('call_hash', '=', nameOf(call))
    .where('at', '>', secondsFrom(ctx.now(), -REPEAT_SECONDS))
    .executeTakeFirst()

/** The browsers in which the member is signed in, besides this one. */
async function otherSessions(ctx: Ctx, member_id: string, browser: string): Promise<number> {
  const now = ctx.now()
  const rows = await ctx.db
    .selectFrom('browser_sessions')
    .select('id')
    .where('member_id', '=', member_id)
    .where('browser_hash', '!=', hashOf(browser))
    .where('expires_at', '>', now)
    .where((eb) => eb.or([eb('stay_session', '=', true), eb('last_used_at', '>', secondsFrom(now, -IDLE_SECONDS))]))
    .execute()
  return rows.length
}

/**
 * @param call.sealed the new password, sealed in `transaction`
 * @returns what was done: the caller gives the browser new keys
 * @throws Refused 400 with a refusal of passwordPolicy.ts; 401 NO_SESSION if another password was set meanwhile, or the account was protected; 429 and 503 when busy
 */
export async function setPassword(
  ctx: Ctx,
  hashing: Hashing,
  { session, transaction }: { session: AccountSession; transaction: Transaction },
  call: PasswordCall,
) {
  const { member, uid } = session
  const password_hash = await newPasswordHash(ctx, hashing, transaction, call, member)
  const at = ctx.now()
  const done = await ctx.db.transaction().execute(async (db) => {
    const changed = await db
      .updateTable('members')
      .set({ password_hash, password_changed_at: at, must_change_password: false, password_put_off_at: null })
      .where('id', '=', member.id)
      .where('password_hash', '=', member.password_hash)
      .where('status', '=', 'ACTIVE')
      .returning('id')
      .executeTakeFirst()
    if (!changed) return null
    const within = { ...ctx, db }
    await keepSignIn(within, session)
    const ended_sessions = await otherSessions(within, member.id, call.browser)
    const here = { transaction_id: transaction.id, browser: call.browser, uid }
    await tellServices(within, await endEverythingOf(db, member.id, here))
    await notify(within, 'password', member, transaction.client_id)
    const opened = await forgetAttempts(within, member.login_id_key, null)
    const row = {
      call_hash: nameOf(call),
      member_id: member.id,
      session_uid: uid,
      browser_hash: hashOf(call.browser),
      ended_sessions,
      at,
    }
    await db.insertInto('password_changes').values(row).execute()
    return { row, opened }
  })
  if (!done) {
    const before = await passwordSetBy(ctx, call)
    if (!before) throw refuse(401, NO_SESSION, undefined, 'another password was set meanwhile')
    return before
  }
  ctx.jobs.wake()
  const subject = { member_id: member.id, client_id: transaction.client_id, ip: call.ip }
  await record(ctx, 'password.changed', subject)
  if (done.opened) await record(ctx, 'lock.opened', subject)
  return done.row
}
