// Contract, "Auth API": finding a login id, and a new password for a member who forgot it. Every call belongs to this browser's visit.
import * as calls from '../../contract/calls/identify.ts'
import * as detail from '../../contract/detailCodes.ts'
import { type Context, Hono } from 'hono'
import type { Provider } from 'oidc-provider'
import type { Ctx } from '../context.ts'
import { BY_PASSWORD } from '../domain/factors/methods.ts'
import { signInTime } from '../domain/signIn/authTime.ts'
import { consumeProof, consumeSearchProof, createChallenge, recordFound } from '../domain/codes/challenge.ts'
import { channelsToWaitFor } from '../domain/recovery/delayedReset.ts'
import { record } from '../domain/audit/events.ts'
import type { Hashing } from '../domain/passwords/hashing.ts'
import { isKnownBrowser } from '../domain/signIn/knownBrowsers.ts'
import { continueOrRepeat } from '../domain/signIn/progress.ts'
import { allowReset, maskedChannels, noReset, ownerOf, requireReset, usersBy } from '../domain/recovery/recovery.ts'
import { resetPassword } from '../domain/recovery/resetPassword.ts'
import { handOutKey } from '../domain/signIn/sealed.ts'
import { loadEligibility, standingProblem } from '../domain/signIn/standing.ts'
import { pendingStep } from '../domain/signIn/steps.ts'
import { clientIp } from '../http/clientIp.ts'
import { deviceOf, setBrowserKeys } from '../http/cookies.ts'
import { refuse, Refused } from '../domain/refusal.ts'
import { serving } from '../http/serve.ts'
import { liveVisitOf, visitOf, visits } from '../http/visit.ts'
import { askerOf } from './signIn.ts'

export function identifyRoutes(ctx: Ctx, provider: Provider, hashing: Hashing): Hono {
  const app = new Hono()
  const serve = serving(app, visits(ctx, provider))
  const noProof = () => refuse(400, 'NO_PROOF', detail.NO_MATCH, 'not proved here, or not for this')

  /** The other channel that must be proved as well, for a new password to count at once. */
  async function alsoNeeded(transaction_id: string, member_id: string) {
    const member = await ctx.db.selectFrom('members').selectAll().where('id', '=', member_id).executeTakeFirst()
    return member && (await channelsToWaitFor(ctx, transaction_id, member))?.[0]
  }

  serve(calls.initSearchIds, async ({ c }) => ({
    auth_token: await createChallenge(ctx, { transaction_id: liveVisitOf(c).id, purpose: 'SEARCH_IDS' }),
  }))

  serve(calls.searchIds, async ({ c, body: { name, credential } }) => {
    const bound = { purpose: 'SEARCH_IDS', member_id: null } as const
    const { id: transaction_id, client_id } = liveVisitOf(c)
    const proof = await consumeProof(ctx, credential.auth_code, { ...bound, transaction_id })
    if (!proof?.phone) throw noProof()
    const { member_ids, users } = await usersBy(ctx, name, proof.phone)
    const subject = { client_id, ip: clientIp(c, ctx) }
    for (const member_id of users.length > 0 ? member_ids : [null])
      await record(ctx, 'ids.searched', { ...subject, member_id }, { found: users.length })
    if (users.length === 0) throw refuse(400, 'USER_NOT_FOUND', detail.USER_NOT_FOUND, 'user not found')
    await recordFound(ctx, credential.auth_code, member_ids)
    return { users }
  })

  serve(calls.initSearchPwd, async ({ c, body: { login_id } }) => {
    const { id } = liveVisitOf(c)
    const { channels } = await ownerOf(ctx, login_id)
    const auth_token = await createChallenge(ctx, { transaction_id: id, purpose: 'SEARCH_PWD', ...channels })
    const isKnown = await isKnownBrowser(ctx, deviceOf(c, ctx), channels.member_id)
    return { auth_token, channels: maskedChannels(channels, login_id, isKnown) }
  })

  serve(calls.searchPwd, async ({ c, body: { login_id, credential } }) => {
    const { channels, byOne } = await ownerOf(ctx, login_id)
    const { auth_code, amr } = credential
    const { id: transaction_id, client_id } = liveVisitOf(c)
    const bound = { purpose: 'SEARCH_PWD', member_id: channels.member_id, transaction_id } as const
    // The search for IDs that found this member has proved the phone already. One channel alone does not reset a protected account.
    const searched = { id: channels.member_id, phone: amr === 'SMS' && byOne ? channels.phone : null }
    const proof =
      (await consumeProof(ctx, auth_code, bound)) ??
      (await consumeSearchProof(ctx, auth_code, transaction_id, searched))
    const proved = amr === 'SMS' ? proof?.phone : proof?.email
    // The phone or address that was proved must be the member's still.
    const isOwn = proved === (amr === 'SMS' ? channels.phone : channels.email)
    if (!proof || !proved || !isOwn || channels.member_id === null) throw noProof()
    if (amr === 'EMAIL')
      await ctx.db.updateTable('members').set({ email_verified: true }).where('id', '=', channels.member_id).execute()
    const reset_token = await allowReset(ctx, transaction_id, channels.member_id)
    const subject = { member_id: channels.member_id, client_id, ip: clientIp(c, ctx) }
    await record(ctx, 'reset.allowed', subject, { amr })
    const key = await handOutKey(ctx, transaction_id)
    const also = await alsoNeeded(transaction_id, channels.member_id)
    return { reset_token, ...key, ...(also && { also }) }
  })

  serve(calls.resetUsers, async ({ c, query: { reset_token } }) => {
    const { member_id, used_at } = await requireReset(ctx, liveVisitOf(c), reset_token)
    if (used_at !== null) throw noReset()
    return { users: await ctx.db.selectFrom('members').select('login_id').where('id', '=', member_id).execute() }
  })

  serve(calls.resetPassword, async ({ c, body: { reset_token, login_id, password } }) => {
    const reset = await requireReset(ctx, visitOf(c), reset_token)
    // In an ended visit, only the call that ended it can be repeated.
    if (reset.used_at === null) liveVisitOf(c)
    const done = await resetPassword(ctx, hashing, reset, { login_id, password, ip: clientIp(c, ctx) })
    if ('effective_at' in done) return { effective_at: done.effective_at.toISOString() }
    return signInAtOnce(c, reset.member_id, done.password_changed_at)
  })

  /** Signs the member in with the new password unless a rule is broken or a step is pending. Then the answer is empty. */
  async function signInAtOnce(c: Context, member_id: string, password_changed_at: Date) {
    const [asker, transaction] = [askerOf(c, ctx, provider), visitOf(c)]
    const visit = await loadEligibility(ctx, member_id, transaction, asker.ip)
    const signed_in_at = signInTime(ctx.now(), password_changed_at)
    const how = { amr: BY_PASSWORD, phone_proved_at: null }
    if (!visit || standingProblem(visit) || pendingStep(visit, { ...how, at: signed_in_at })) return {}
    const identity = { ...how, member_id, password_changed_at, signed_in_at, stay_session: false, session: null }
    const progress = await continueOrRepeat(asker, transaction, identity).catch((error: unknown) => {
      if (!(error instanceof Refused) || transaction.finished_at !== null) throw error
      // The new password stands all the same.
      return null
    })
    if (!progress || 'step' in progress) return {}
    if (progress.browser) setBrowserKeys(c, ctx, progress.browser)
    return { location: progress.location }
  }

  return app
}
