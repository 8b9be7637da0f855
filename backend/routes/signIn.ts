// Shared by the routes that continue a sign-in: the visit, the member of a transaction, and the answer.
import type { Context } from 'hono'
import type { Interaction, Provider } from 'oidc-provider'
import type { Ctx } from '../context.ts'
import type { Transaction } from '../db/schema.ts'
import { provesPhone } from '../domain/factors/methods.ts'
import { signInTime } from '../domain/signIn/authTime.ts'
import { endOf } from '../domain/signIn/endOfVisit.ts'
import type { Identity, Progress } from '../domain/signIn/identity.ts'
import { continueSignIn } from '../domain/signIn/progress.ts'
import { loadEligibility, type Eligibility } from '../domain/signIn/standing.ts'
import { visitOver } from '../domain/signIn/transactions.ts'
import { clientIp } from '../http/clientIp.ts'
import { browserOf, deviceOf, setBrowserKeys } from '../http/cookies.ts'
import { refuse, Refused } from '../domain/refusal.ts'
import { callLocale } from '../http/callLocale.ts'
import { StepAnswer } from '../http/serve.ts'
import { visitOf } from '../http/visit.ts'

/** The provider's side of a transaction. @throws Refused 403 when it is over */
export async function interactionOf(provider: Provider, { id }: Transaction): Promise<Interaction> {
  const interaction = await provider.Interaction.find(id)
  if (!interaction) throw visitOver()
  return interaction
}

export const askerOf = (c: Context, ctx: Ctx, provider: Provider) => ({
  ctx,
  provider,
  ip: clientIp(c, ctx),
  browser: browserOf(c, ctx),
  device: deviceOf(c, ctx),
  locale: callLocale(c),
})

/** Whether "stay signed in" is offered in this visit. */
export async function mayStay({ db }: Ctx, { client_id }: Transaction): Promise<boolean> {
  const service = db.selectFrom('services').select('stay_session').where('client_id', '=', client_id)
  return (await service.executeTakeFirst())?.stay_session ?? false
}

/** The answer of every call that continues a sign-in. A pending step is a 401 (contract, "A pending step"). */
export function sayProgress(c: Context, ctx: Ctx, progress: Progress, more: object = {}) {
  if ('step' in progress) return new StepAnswer({ ...more, ...progress.pending })
  if (progress.browser) setBrowserKeys(c, ctx, progress.browser)
  return { location: progress.location }
}

/** The member of a transaction that an existing session has begun. @throws Refused 403 if that session is over */
export async function standingIdentity(
  provider: Provider,
  transaction: Transaction,
  amr: string[] | null,
): Promise<Identity> {
  const uid = (await interactionOf(provider, transaction)).session?.uid
  const session = uid ? await provider.Session.findByUid(uid) : undefined
  if (!uid || !session?.accountId) throw visitOver()
  return {
    member_id: session.accountId,
    amr: amr ?? session.amr ?? [],
    stay_session: !session.transient,
    signed_in_at: new Date((session.loginTs ?? 0) * 1000),
    phone_proved_at: transaction.phone_proved_at,
    session: uid,
  }
}

/**
 * A visit that an existing session has begun ends with that session: another member may have signed in in this browser since.
 * @throws Refused 403 VISIT_OVER if that session is over
 */
async function requireStanding(provider: Provider, transaction: Transaction): Promise<void> {
  if (transaction.session_stands && transaction.finished_at === null)
    await standingIdentity(provider, transaction, null)
}

/** The changes that a resolved step makes to the sign-in. */
type Resolved = {
  /** Added authentication methods. */
  amr?: string[]
  /** The member has just set a password: the sign-in counts from now, and gets a new session. */
  anew?: Date
}

type Work<T> = (transaction: Transaction, visit: Eligibility) => Promise<T>

/**
 * Resolves the step of this name in the visit of the call, and goes on. A step that the visit has resolved already is answered again,
 * because the answer may have been lost.
 * @param isSame whether a repeated call asks for what was done, or throws; left out: a repeated call cannot differ
 * @throws Refused 403 VISIT_OVER when the visit has ended, 412 when it does not wait for this step
 */
export async function resolveStep(
  c: Context,
  { ctx, provider }: { ctx: Ctx; provider: Provider },
  matcher_type: string,
  work: Work<Resolved>,
  isSame?: Work<boolean>,
): Promise<Progress> {
  const transaction = visitOf(c)
  const { member_id, step, finished_at } = transaction
  const repeat = (visit: Transaction) =>
    visit.resolved_step === matcher_type ? sayAgain(c, { ctx, provider }, visit, isSame) : null
  if (!isWaitingFor(transaction, matcher_type)) {
    const again = await repeat(transaction)
    if (again) return again
    if (finished_at !== null) throw visitOver()
    throw refuse(412, 'NOT_PENDING', undefined, `this visit waits for ${step ?? 'no step'}`)
  }
  await requireStanding(provider, transaction)
  const visit = member_id && (await loadEligibility(ctx, member_id, transaction, clientIp(c, ctx)))
  if (!visit) throw refuse(412, 'NOT_PENDING', undefined, 'nobody stands behind this visit')
  try {
    const resolved = await work(transaction, visit)
    const identity = await identityOf(ctx, provider, transaction, resolved)
    const password_changed_at = resolved.anew ?? visit.member.password_changed_at
    return await continueSignIn(askerOf(c, ctx, provider), transaction, { ...identity, password_changed_at })
  } catch (error) {
    // The browser may have sent the call again while the first one was still running, which has resolved the step since.
    const now = error instanceof Refused ? await transactionNow(ctx, transaction) : null
    const again = now && !isWaitingFor(now, matcher_type) ? await repeat(now) : null
    if (!again) throw error
    return again
  }
}

const transactionNow = async (ctx: Ctx, { id }: Transaction): Promise<Transaction | null> =>
  (await ctx.db.selectFrom('transactions').selectAll().where('id', '=', id).executeTakeFirst()) ?? null

const isWaitingFor = ({ step, finished_at }: Transaction, matcher_type: string): boolean =>
  finished_at === null && step === matcher_type

/**
 * The visit of the call with the member behind it, if it waits for such a step. Otherwise, if such a step was the last that it
 * resolved (`isDone`): its page is loaded again when the answer was lost. Else null.
 */
export async function stepAt(
  c: Context,
  { ctx, provider }: { ctx: Ctx; provider: Provider },
  fits: (step: string) => boolean,
) {
  const transaction = visitOf(c)
  const { member_id } = transaction
  const isAt = standsAt(transaction, fits)
  if (isAt) await requireStanding(provider, transaction)
  const visit = isAt && member_id && (await loadEligibility(ctx, member_id, transaction, clientIp(c, ctx)))
  return visit ? { transaction, visit, isDone: isAt === 'resolved' } : null
}

/** Whether a visit waits for such a step, or resolved such a step last; null: neither. */
export function standsAt(
  { step, resolved_step, finished_at }: Transaction,
  fits: (step: string) => boolean,
): 'waiting' | 'resolved' | null {
  if (finished_at === null && step !== null && fits(step)) return 'waiting'
  return resolved_step !== null && fits(resolved_step) ? 'resolved' : null
}

/**
 * The pending step, or the location of a completed transaction. Null if the browser has followed it, or if the call asks for something
 * else than what was done.
 */
async function sayAgain(
  c: Context,
  { ctx, provider }: { ctx: Ctx; provider: Provider },
  transaction: Transaction,
  isSame?: Work<boolean>,
): Promise<Progress | null> {
  const { member_id, finished_at } = transaction
  const asker = askerOf(c, ctx, provider)
  const visit = member_id && (await loadEligibility(ctx, member_id, transaction, asker.ip))
  if (!visit) return null
  if (isSame && !(await isSame(transaction, visit))) return null
  if (finished_at !== null) return endOf(asker, transaction)
  return continueSignIn(asker, transaction, await identityOf(ctx, provider, transaction, {}))
}

async function identityOf(
  ctx: Ctx,
  provider: Provider,
  transaction: Transaction,
  { amr: added = [], anew }: Resolved,
): Promise<Identity> {
  const amr = [...new Set([...transaction.amr, ...added])]
  const phone_proved_at = provesPhone(added) ? ctx.now() : transaction.phone_proved_at
  const standing = transaction.session_stands ? await standingIdentity(provider, transaction, amr) : null
  const { member_id, stay_session, signed_in_at } = transaction
  if (!member_id) throw refuse(400, 'NOT_PENDING')
  const identity = standing ?? { member_id, amr, stay_session, signed_in_at: signed_in_at ?? ctx.now(), session: null }
  return {
    ...identity,
    phone_proved_at,
    ...(anew && { signed_in_at: signInTime(ctx.now(), anew), session: null }),
    resolved: true,
  }
}
