// Contract, "Auth API", join: the challenge, the invitation, and both forms of the sign-up. Every call belongs to this browser's visit.
import { Hono, type Context } from 'hono'
import type { Provider } from 'oidc-provider'
import * as calls from '../../contract/calls/join.ts'
import type { Ctx } from '../context.ts'
import type { Transaction } from '../db/schema.ts'
import { provesPhone } from '../domain/factors/methods.ts'
import { signInTime } from '../domain/signIn/authTime.ts'
import { challengeJoin } from '../domain/join/challengeJoin.ts'
import { record } from '../domain/audit/events.ts'
import type { Hashing } from '../domain/passwords/hashing.ts'
import { join, sameJoin, type Caller, type Given } from '../domain/join/join.ts'
import { invalidJoin, joinedBefore, knownIdentity, type Joined } from '../domain/join/joinVisit.ts'
import { loginIdKey } from '../domain/members/loginId.ts'
import { endOf } from '../domain/signIn/endOfVisit.ts'
import { continueSignIn } from '../domain/signIn/progress.ts'
import { visitOver } from '../domain/signIn/transactions.ts'
import { callLocale } from '../http/callLocale.ts'
import { clientIp } from '../http/clientIp.ts'
import { setBrowserKeys } from '../http/cookies.ts'
import { Refused } from '../domain/refusal.ts'
import { serving } from '../http/serve.ts'
import { liveVisitOf, visitOf, visits } from '../http/visit.ts'
import { askerOf } from './signIn.ts'

export function joinRoutes(ctx: Ctx, provider: Provider, hashing: Hashing): Hono {
  const app = new Hono()
  const serve = serving(app, visits(ctx, provider))

  serve(calls.challengeJoin, ({ c, values: { login_id }, query: { type } }) =>
    challengeJoin(ctx, visitOf(c), login_id, type),
  )

  serve(calls.signUpInfo, async ({ c }) => {
    const transaction = liveVisitOf(c)
    const invited = await knownIdentity(ctx, transaction)
    if (invited?.join_type !== 'INVITATION') throw invalidJoin('no invitation')
    const { login_id, name, belong_sk, member_kind, member_type_code, emp_no, join_type } = invited
    return { login_id, name, belong_sk, member_kind, member_type_code, emp_no, join_type }
  })

  serve(calls.verifyJoin, ({ c, body }) => answerJoin(c, body))
  serve(calls.signUp, ({ c, body }) => answerJoin(c, body))

  async function answerJoin(c: Context, given: Given) {
    const transaction = visitOf(c)
    const key = loginIdKey(given.login_id)
    const before = await joinedBefore(ctx, transaction.id)
    if (!before && transaction.finished_at !== null) throw visitOver()
    const joined = before
      ? sameJoin(before, key)
      : await joinOnce(transaction, key, given, { ip: clientIp(c, ctx), locale: callLocale(c) })
    const { join_status } = await ctx.db
      .selectFrom('members')
      .select('join_status')
      .where('id', '=', joined.member_id)
      .executeTakeFirstOrThrow()
    if (!before) {
      const subject = { member_id: joined.member_id, client_id: transaction.client_id, ip: clientIp(c, ctx) }
      await record(ctx, 'join.done', subject, { join_status, matcher_type: given.matcher_type })
      await record(ctx, 'consent.given', subject, { terms: given.consents.join(' ') })
    }
    return { ...(await whereNow(c, transaction, joined)), join_status }
  }

  /**
   * The same call twice at a time: what the other one has used up or taken since this one looked is no reason to refuse it.
   * @note Calls pass each other like this on a server only; the embedded database has one connection.
   */
  async function joinOnce(transaction: Transaction, key: string, given: Given, from: Caller): Promise<Joined> {
    try {
      return await join(ctx, hashing, transaction, given, from)
    } catch (error) {
      const meanwhile = await joinedBefore(ctx, transaction.id)
      if (meanwhile?.login_id_key === key) return meanwhile
      throw error
    }
  }

  /** Signs the member in for this visit unless a step is pending. A repeated call gets the same answer. */
  async function whereNow(c: Context, transaction: Transaction, { member_id, amr, at }: Joined) {
    const asker = askerOf(c, ctx, provider)
    const phone_proved_at = provesPhone(amr) ? at : null
    const how = { amr, stay_session: false, signed_in_at: signInTime(ctx.now(), at), session: null }
    const identity = { member_id, password_changed_at: at, phone_proved_at, ...how }
    const progress = await continueSignIn(asker, transaction, identity).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error
      // The membership stands all the same. Over by now: an earlier call of the same join has ended the visit.
      return endOf(asker, transaction)
    })
    if (!progress) return {}
    if ('step' in progress) return progress.pending
    if (progress.browser) setBrowserKeys(c, ctx, progress.browser)
    return { location: progress.location }
  }

  return app
}
