// Contract, "Auth API": entry, sign-in and the account chooser (pending steps: resolve.ts). Every call belongs to one transaction of one browser.
import { Hono, type Context } from 'hono'
import type { Interaction, Provider } from 'oidc-provider'
import { initLogin, serviceInfo } from '../../contract/calls/entry.ts'
import { deleteSsoSession, initSession, verifyPwd, verifySso } from '../../contract/calls/signIn.ts'
import { FIRST_METHODS, type FirstMethod } from '../../contract/signInMethods.ts'
import type { SsoSession } from '../../contract/shapes/welcome.ts'
import type { Ctx } from '../context.ts'
import type { Transaction } from '../db/schema.ts'
import { accountBehind, forgetAccount, liveAccounts } from '../domain/signIn/accounts.ts'
import { signInTime } from '../domain/signIn/authTime.ts'
import { BY_PASSWORD } from '../domain/factors/methods.ts'
import { together } from '../db/oneTransaction.ts'
import { record } from '../domain/audit/events.ts'
import type { Hashing } from '../domain/passwords/hashing.ts'
import { maskedLoginId } from '../domain/members/loginId.ts'
import { continueOrRepeat } from '../domain/signIn/progress.ts'
import { leaveVisits } from '../domain/sessions/sessions.ts'
import { handOutKey } from '../domain/signIn/sealed.ts'
import { stateOf, visitOver } from '../domain/signIn/transactions.ts'
import { verifyPassword } from '../domain/signIn/verifyPassword.ts'
import { clientIp } from '../http/clientIp.ts'
import { browserOf, deviceOf, secretsOf } from '../http/cookies.ts'
import { refuse } from '../domain/refusal.ts'
import { inOneTransaction } from '../http/oneTransaction.ts'
import { serving } from '../http/serve.ts'
import { liveVisitOf, visitOf, visits } from '../http/visit.ts'
import { hintedMember } from '../oidc/policy.ts'
import { endProviderSession } from '../oidc/session.ts'
import { askerOf, interactionOf, mayStay, sayProgress, standingIdentity } from './signIn.ts'

/** The data of a service for the app (contract, GET /v1/profile/rp). */
const SHOWN = [
  'rp_name',
  'icon_image_url',
  'banner_image_url',
  'banner_image_url_en',
  'banner_image_url_cn',
  'color',
  'domain',
  'display_name',
  'display_name_en',
  'display_name_cn',
  'permission',
] as const

export function authRoutes(ctx: Ctx, provider: Provider, hashing: Hashing): Hono {
  const app = new Hono()
  const visit = visits(ctx, provider)
  const serve = serving(app, visit)
  const serveInOne = serving(app, inOneTransaction, visit)

  /** The accounts of this browser that the page may offer. */
  async function offeredAccounts(c: Context, { params }: Interaction) {
    if (!mayChooseAccount(params)) return []
    const hinted = hintedMember(params)
    const accounts = await liveAccounts(ctx, browserOf(c, ctx))
    return hinted === undefined ? accounts : accounts.filter(({ member_id }) => member_id === hinted)
  }

  async function welcome(c: Context, transaction: Transaction) {
    const interaction = await interactionOf(provider, transaction)
    const accounts = await offeredAccounts(c, interaction)
    const offered: Partial<Record<FirstMethod, boolean>> = { SSO: accounts.length > 0, PWD: true }
    return {
      client_id: transaction.client_id,
      transaction_id: transaction.id,
      state: stateOf(ctx, transaction.id),
      ...(await handOutKey(ctx, transaction.id)),
      stay_session: await mayStay(ctx, transaction),
      callback_url: typeof interaction.params.redirect_uri === 'string' ? interaction.params.redirect_uri : '',
      amrs: FIRST_METHODS.filter((method) => offered[method]),
      sso_sessions: accounts.map(({ id, login_id, name, last_used_at }): SsoSession => ({
        id,
        login_id: maskedLoginId(login_id),
        name,
        last_used_at: last_used_at.toISOString(),
      })),
      possible_sso_login: accounts.length > 0,
      ...(ctx.settings.passkeys && { passkey: { rp_id: ctx.settings.passkeys.rp_id } }),
    }
  }

  serveInOne(initLogin, ({ c }) => welcome(c, liveVisitOf(c)))

  serveInOne(initSession, async ({ c }) => {
    const transaction = visitOf(c)
    if (transaction.kind !== 'session') throw refuse(403, 'FORBIDDEN', undefined, 'not a session transaction')
    const progress = await continueOrRepeat(
      askerOf(c, ctx, provider),
      transaction,
      await standingIdentity(provider, transaction, null),
    )
    if (!('step' in progress)) return sayProgress(c, ctx, progress)
    return sayProgress(c, ctx, progress, { ...(await welcome(c, transaction)), matcher_type: progress.step })
  })

  serveInOne(serviceInfo, ({ c }) =>
    ctx.db
      .selectFrom('services')
      .select('client_id as rp_id')
      .select(SHOWN)
      .where('client_id', '=', visitOf(c).client_id)
      .executeTakeFirstOrThrow(),
  )

  serveInOne(verifyPwd, async ({ c, body: given }) => {
    const transaction = visitOf(c)
    const { login_id, password, proof_of_work } = given
    const { id: transaction_id, client_id } = transaction
    const ip = clientIp(c, ctx)
    const named = { login_id, password, proof_of_work, transaction_id, client_id }
    const verified = await verifyPassword(ctx, hashing, { ...named, ip, device: deviceOf(c, ctx) })
    const { member_id, password_changed_at } = verified
    const stay_session = given.stay_session && (await mayStay(ctx, transaction))
    const signed_in_at = signInTime(ctx.now(), password_changed_at)
    const how = { amr: BY_PASSWORD, stay_session, signed_in_at, phone_proved_at: null, session: null }
    const identity = { member_id, password_changed_at, ...how }
    return sayProgress(c, ctx, await continueOrRepeat(askerOf(c, ctx, provider), transaction, identity))
  })

  async function chosenAccount(c: Context, transaction: Transaction, id: string) {
    if (transaction.finished_at === null) {
      const accounts = await offeredAccounts(c, await interactionOf(provider, transaction))
      return accounts.find((account) => account.id === id)
    }
    // The lost answer that completed the visit set a new browser key. The old key finds no accounts any more.
    const account = await accountBehind(ctx, transaction, id)
    if (!account) throw visitOver()
    return account
  }

  serveInOne(verifySso, async ({ c, body }) => {
    const transaction = visitOf(c)
    const account = await chosenAccount(c, transaction, body.sso_session_id)
    if (!account) throw refuse(401, 'NO_SESSION', undefined, 'no such account session in this browser')
    const { member_id, amr, stay_session, signed_in_at, phone_proved_at, password_changed_at } = account
    const identity = { member_id, amr, stay_session, signed_in_at, phone_proved_at, password_changed_at, session: null }
    return sayProgress(c, ctx, await continueOrRepeat(askerOf(c, ctx, provider), transaction, identity))
  })

  serve(deleteSsoSession, async ({ c, values }) => {
    const end = async () => {
      const member_id = await forgetAccount(ctx, browserOf(c, ctx), values.id)
      if (!member_id) throw refuse(404, 'NOT_FOUND')
      await endProviderSession(c, ctx, provider, member_id)
      await leaveVisits(ctx, secretsOf(c, ctx), member_id)
      await record(ctx, 'session.ended', { member_id, ip: clientIp(c, ctx) })
    }
    // One transaction: after a part of it, a repeated call would find no account, and never end the session and the tokens.
    await together(end, (error) => error === undefined)
  })

  return app
}

/**
 * Whether a click on an account is enough. A plain request with a valid session never gets here, because it is answered at once;
 * `prompt=select_account` does. With `prompt=login` or `max_age`, the partner wants the password.
 */
function mayChooseAccount({ prompt, max_age }: Interaction['params']): boolean {
  const asked = typeof prompt === 'string' ? prompt.split(' ') : []
  return !asked.includes('login') && max_age === undefined
}
