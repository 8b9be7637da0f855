// Contract, "Auth API": sign-in, the account chooser, and the pending steps. Every call belongs to one transaction of one browser.
import { Hono, type Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Interaction, Provider } from 'oidc-provider'
import { ResolveMatcher, Transaction as TransactionQuery, VerifyPwd, VerifySso } from '../../src/wire/auth'
import type { SsoSession } from '../../src/wire/auth'
import type { Ctx } from '../context'
import type { Transaction } from '../db/schema'
import { browserCookieName, forgetAccount, liveAccounts } from '../domain/accounts'
import { record } from '../domain/events'
import type { Hashing } from '../domain/hashing'
import { maskedLoginId } from '../domain/loginId'
import { goOn, type Identity, type Progress } from '../domain/progress'
import { loadVisit } from '../domain/standing'
import { stepNamed } from '../domain/steps'
import { boundTransactions, newestTransaction, requireTransaction, stateOf } from '../domain/transactions'
import { verifyPassword } from '../domain/verifyPassword'
import { clientIp } from '../http/clientIp'
import { answer, parseBody, parseQuery, refuse, Refused } from '../http/envelope'
import { endProviderSession } from '../oidc/session'

/** What the app may know of a service (contract, GET /v1/profile/rp). */
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
  const browserOf = (c: Context) => getCookie(c, browserCookieName(ctx))
  const askerOf = (c: Context) => ({ ctx, provider, ip: clientIp(c, ctx), browser: browserOf(c) })

  const interactionOf = async ({ id }: Transaction): Promise<Interaction> => {
    const interaction = await provider.Interaction.find(id)
    if (!interaction) throw refuse(403, 'FORBIDDEN', undefined, 'the transaction is over')
    return interaction
  }

  async function welcome(c: Context, transaction: Transaction) {
    const interaction = await interactionOf(transaction)
    const service = await ctx.db
      .selectFrom('services')
      .select('stay_session')
      .where('client_id', '=', transaction.client_id)
      .executeTakeFirst()
    const accounts = mayChooseAccount(interaction) ? await liveAccounts(ctx, browserOf(c)) : []
    const { modulus, exponent } = ctx.keys.sealing
    return {
      client_id: transaction.client_id,
      transaction_id: transaction.id,
      state: stateOf(ctx, transaction.id),
      modulus,
      exponent,
      enc_alg: 'RSA-OAEP-256' as const,
      stay_session: service?.stay_session ?? false,
      callback_url: typeof interaction.params.redirect_uri === 'string' ? interaction.params.redirect_uri : '',
      amrs: accounts.length > 0 ? ['SSO', 'PWD'] : ['PWD'],
      sso_sessions: accounts.map(({ id, login_id, name, last_used_at }): SsoSession => ({
        id,
        login_id: maskedLoginId(login_id),
        name,
        last_used_at: last_used_at.toISOString(),
      })),
      possible_sso_login: accounts.length > 0,
    }
  }

  /** The answer of every call that brings a sign-in forward. A pending step is a 401 (contract, "A pending step"). */
  function say(c: Context, progress: Progress, more: object = {}) {
    if ('step' in progress) return c.json({ code: 'PENDING_STEP', data: { ...more, ...progress.pending } }, 401)
    if (progress.cookie) c.header('Set-Cookie', progress.cookie, { append: true })
    return c.json(answer({ location: progress.location }))
  }

  /** Who stands behind a transaction of a session that was there before. */
  async function standing(transaction: Transaction, amr: string[] | null): Promise<Identity> {
    const uid = (await interactionOf(transaction)).session?.uid
    const session = uid ? await provider.Session.findByUid(uid) : undefined
    if (!uid || !session?.accountId) throw refuse(403, 'FORBIDDEN', undefined, 'the session is over')
    return {
      member_id: session.accountId,
      amr: amr ?? session.amr ?? [],
      stay_session: !session.transient,
      signed_in_at: new Date((session.loginTs ?? 0) * 1000),
      session: uid,
    }
  }

  app.get('/v1/init/login', async (c) => {
    const transaction = await requireTransaction(c, ctx, parseQuery(c, TransactionQuery))
    return c.json(answer(await welcome(c, transaction)))
  })

  app.get('/v1/init/session', async (c) => {
    const transaction = await requireTransaction(c, ctx, parseQuery(c, TransactionQuery))
    if (transaction.kind !== 'session') throw refuse(403, 'FORBIDDEN', undefined, 'not a session transaction')
    const progress = await goOn(askerOf(c), transaction, await standing(transaction, null))
    if (!('step' in progress)) return say(c, progress)
    return say(c, progress, { ...(await welcome(c, transaction)), matcher_type: progress.step })
  })

  app.get('/v1/profile/rp', async (c) => {
    const transaction = await newestTransaction(c, ctx)
    const service = transaction
      ? await ctx.db
          .selectFrom('services')
          .select('client_id as rp_id')
          .select(SHOWN)
          .where('client_id', '=', transaction.client_id)
          .executeTakeFirst()
      : undefined
    if (!service) throw refuse(403, 'FORBIDDEN', undefined, 'no transaction in this browser')
    return c.json(answer(service))
  })

  app.post('/v1/verify/pwd', async (c) => {
    const given = await parseBody(c, VerifyPwd)
    const transaction = await requireTransaction(c, ctx, given)
    if (transaction.kind === 'session') throw refuse(403, 'FORBIDDEN', undefined, 'not a sign-in transaction')
    const { login_id, password } = given
    const { id: transaction_id, client_id } = transaction
    const ip = clientIp(c, ctx)
    const member_id = await verifyPassword(ctx, hashing, { login_id, password, transaction_id, client_id, ip })
    const visit = await loadVisit(ctx, member_id, client_id, ip)
    const stay_session = given.stay_session && (visit?.service.stay_session ?? false)
    const identity = { member_id, amr: ['pwd'], stay_session, signed_in_at: ctx.now(), session: null }
    return say(c, await goOn(askerOf(c), transaction, identity))
  })

  app.post('/v1/verify/sso', async (c) => {
    const given = await parseBody(c, VerifySso)
    const transaction = await requireTransaction(c, ctx, given)
    const offered = transaction.kind !== 'session' && mayChooseAccount(await interactionOf(transaction))
    const accounts = offered ? await liveAccounts(ctx, browserOf(c)) : []
    const account = accounts.find(({ id }) => id === given.sso_session_id)
    if (!account) throw refuse(400, 'NO_SESSION', undefined, 'no such account session in this browser')
    const { member_id, amr, stay_session, signed_in_at } = account
    return say(c, await goOn(askerOf(c), transaction, { member_id, amr, stay_session, signed_in_at, session: null }))
  })

  app.delete('/v1/sso-session/:id', async (c) => {
    const member_id = await forgetAccount(ctx, browserOf(c), c.req.param('id'))
    if (!member_id) throw refuse(404, 'NOT_FOUND')
    await endProviderSession(c, provider, member_id)
    await record(ctx, 'session.ended', { member_id, ip: clientIp(c, ctx) })
    return c.body(null, 204)
  })

  app.post('/v1/matcher/resolve', async (c) => {
    const given = await parseBody(c, ResolveMatcher)
    const live = await boundTransactions(c, ctx)
    if (live.length === 0) throw refuse(403, 'FORBIDDEN', undefined, 'no transaction in this browser')
    const waiting = live.filter(({ step }) => step !== null && step === given.matcher_type)
    // The call names no transaction. Two tabs may wait for the same step: then the proof fits the transaction it was made for.
    let refusal = refuse(400, 'NOT_PENDING', undefined, 'this step is not pending')
    for (const transaction of waiting) {
      try {
        return say(c, await resolve(c, transaction, given))
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        refusal = error
      }
    }
    throw refusal
  })

  async function resolve(c: Context, transaction: Transaction, given: ResolveMatcher): Promise<Progress> {
    const { member_id, client_id, stay_session } = transaction
    const visit = member_id ? await loadVisit(ctx, member_id, client_id, clientIp(c, ctx)) : null
    const step = stepNamed(transaction.step)
    if (!member_id || !visit || !step) throw refuse(400, 'NOT_PENDING')
    const amr = [...transaction.amr, ...(await step.resolve(ctx, transaction, visit, given))]
    const identity =
      transaction.kind === 'session'
        ? await standing(transaction, amr)
        : { member_id, amr, stay_session, signed_in_at: ctx.now(), session: null }
    return goOn(askerOf(c), transaction, identity)
  }

  app.get('/v1/profile/users', async (c) => {
    const waiting = (await boundTransactions(c, ctx)).find(({ member_id, step }) => member_id && step)
    const member = waiting?.member_id
      ? await ctx.db
          .selectFrom('members')
          .select(['belong_sk', 'login_id', 'nickname', 'name', 'birthdate'])
          .where('id', '=', waiting.member_id)
          .executeTakeFirst()
      : undefined
    if (!member) throw refuse(401, 'UNAUTHORIZED', undefined, 'no pending step in this browser')
    return c.json(answer({ ...member, birthdate: member.birthdate?.replaceAll('-', '') ?? null }))
  })

  return app
}

/**
 * Whether the accounts that are signed in here may be offered. A plain request with a live session never gets here: it is
 * answered at once. `prompt=select_account` does. With `prompt=login`, an age limit or a named member the partner wants the
 * password again or somebody certain, and a click on a name would be neither.
 */
function mayChooseAccount({ params, prompt }: Interaction): boolean {
  const asked = typeof params.prompt === 'string' ? params.prompt.split(' ') : []
  const certain = ['max_age', 'id_token_hint', 'claims_id_token_sub_value', 'essential_acr', 'essential_acrs']
  return (
    !asked.includes('login') && params.max_age === undefined && !prompt.reasons.some((why) => certain.includes(why))
  )
}
