// Spec §4, sign-in: from "this is the member" to the next pending step, or to the end of the transaction.
import type { DetailCode } from '../../../contract/shapes/answer.ts'
import * as detail from '../../../contract/detailCodes.ts'
import type { InteractionResults, Provider } from 'oidc-provider'
import type { Pending, StepName } from '../../../contract/shapes/pending.ts'
import { AUTH_REQUIRED } from '../../../contract/codes.ts'
import type { Locale } from '../../../contract/locale.ts'
import type { Ctx } from '../../context.ts'
import type { Member, Transaction } from '../../db/schema.ts'
import { refuse, Refused } from '../refusal.ts'
import { rememberAccount, type BrowserKey } from './accounts.ts'
import { secondOf } from './authTime.ts'
import { record } from '../audit/events.ts'
import { isKnownBrowser } from './knownBrowsers.ts'
import { notify } from '../notices/notices.ts'
import { mayRecommendPasskey } from '../passkeys/recommendation.ts'
import { noteFirstUse } from '../sessions/firstUse.ts'
import { endEverythingOf, tellServices } from '../sessions/sessions.ts'
import { loadEligibility, standingProblem, type Eligibility } from './standing.ts'
import { pendingStep, stepsWaiting, type SignedIn } from './steps.ts'
import { UNASSIGNED, stateOf, visitOver } from './transactions.ts'

/**
 * The member, and how and when they authenticated. `session`: the uid of an existing provider session that only has
 * a pending step; null if the member has just signed in.
 */
export type Identity = {
  member_id: string
  amr: string[]
  stay_session: boolean
  signed_in_at: Date
  session: string | null
  /** When the member last proved the phone in this session; null: not yet. */
  phone_proved_at: Date | null
  /** When the password that the member used was set; looked up if omitted. */
  password_changed_at?: Date
  /** The step of the transaction that was just resolved, if any. */
  resolved?: true
}

/** Where the browser goes next (with the new key of its account session), or the step that is still pending. */
export type Progress = { location: string; browser: BrowserKey | null } | { step: string; pending: Pending }

type Asker = {
  ctx: Ctx
  provider: Provider
  ip: string
  browser: string | undefined
  device: string | undefined
  /** The language of the e-mails to the member. */
  locale: Locale
}

/**
 * Continues a transaction as this member. It grants nothing while a rule is broken or a step is pending.
 * @throws Refused 400 with the detail code of the broken rule; 403 when the transaction is over
 */
export async function continueSignIn(asker: Asker, transaction: Transaction, identity: Identity): Promise<Progress> {
  const { ctx, ip } = asker
  const { member_id, amr } = identity
  const visit = await loadEligibility(ctx, member_id, transaction, ip)
  if (!visit) throw refuse(403, 'FORBIDDEN')
  const progress = await advance(asker, transaction, identity, visit)
  await refuseIfPasswordChanged(ctx, member_id, identity.password_changed_at ?? visit.member.password_changed_at)
  if ('location' in progress) {
    const subject = { member_id, client_id: transaction.client_id, ip }
    await record(ctx, 'sign_in.done', subject, { amr: amr.join(' ') })
  }
  return progress
}

/**
 * Like continueSignIn, but repeats a lost answer: if this member has already completed the visit, it returns that result again.
 * @throws Refused as continueSignIn, and as requireTransaction when the visit was ended by another member or its location was followed
 */
export async function continueOrRepeat(asker: Asker, transaction: Transaction, identity: Identity): Promise<Progress> {
  const repeat = () => endOf(asker, transaction, identity.member_id)
  if (transaction.finished_at !== null) {
    const ended = await repeat()
    if (!ended) throw visitOver()
    return ended
  }
  try {
    return await continueSignIn(asker, transaction, identity)
  } catch (error) {
    // The call with the lost answer may have completed the visit in the meantime.
    const ended = error instanceof Refused && error.status === 403 ? await repeat() : null
    if (!ended) throw error
    return ended
  }
}

/**
 * A password that was set meanwhile has ended the sessions that existed then. This function ends the ones created later.
 * NOTE: the row lock waits for a password change in progress, so one of the two transactions sees the other's writes.
 */
async function refuseIfPasswordChanged(ctx: Ctx, member_id: string, since: Date): Promise<void> {
  const member = await ctx.db
    .selectFrom('members')
    .select('password_changed_at')
    .where('id', '=', member_id)
    .forShare()
    .executeTakeFirst()
  if (member?.password_changed_at.getTime() === since.getTime()) return
  await ctx.db.transaction().execute(async (db) => tellServices({ ...ctx, db }, await endEverythingOf(db, member_id)))
  ctx.jobs.wake()
  throw visitOver()
}

/** Moves to the next step, or completes the transaction. */
async function advance(
  asker: Asker,
  transaction: Transaction,
  identity: Identity,
  visit: Eligibility,
): Promise<Progress> {
  const { ctx, ip } = asker
  const { member_id, amr } = identity
  const subject = { member_id, client_id: transaction.client_id, ip }
  const may_recommend = await mayRecommendPasskey(ctx, asker.device, transaction, identity)
  const signedIn = { amr, at: identity.signed_in_at, phone_proved_at: identity.phone_proved_at, may_recommend }
  const problem = standingProblem(visit)
  // A member with a session sees the account state's page. A member who just gave the password gets a refusal with a code (Spec §8).
  const state = problem && identity.session !== null ? STATES[problem.detail_code] : undefined
  if (problem && !state) {
    await hold(ctx, transaction, null)
    await record(ctx, 'sign_in.refused', subject, { detail_code: problem.detail_code })
    throw refuse(400, problem.code, problem.detail_code)
  }
  const step = state ? { name: state } : pendingStep(visit, signedIn)
  const done = doneBy(transaction, identity, step?.name ?? null, visit.now)
  if (step) {
    await hold(ctx, transaction, { ...identity, ...done, step: step.name, finished_at: null })
    await record(ctx, 'sign_in.step', subject, { step: step.name })
    return { step: step.name, pending: await describe(ctx, transaction, visit, signedIn, step, done.steps_done) }
  }
  const isKnown = await isKnownBrowser(ctx, asker.device, member_id)
  const location = await finish(asker, transaction, identity, done)
  // Security B2: a step-up replaces the browser's key, as a sign-in does.
  if (identity.session !== null && identity.phone_proved_at === null) return { location, browser: null }
  const browser = await rememberAccount(ctx, asker, identity)
  if (identity.session !== null) return { location, browser }
  if (visit.member.locale !== asker.locale)
    await ctx.db.updateTable('members').set({ locale: asker.locale }).where('id', '=', member_id).execute()
  if (!isKnown && !(await isFirstSignIn(ctx, member_id)) && !setPasswordHere(transaction, visit.member)) {
    await notify(ctx, 'browser', { ...visit.member, locale: asker.locale }, transaction.client_id)
    ctx.jobs.wake()
  }
  return { location, browser }
}

/** Whether an import brought the member, to whom every browser is new. The next sign-in is not the first one any more. */
async function isFirstSignIn(ctx: Ctx, member_id: string): Promise<boolean> {
  const first = ctx.db.deleteFrom('imported_members').where('member_id', '=', member_id).returning('member_id')
  return (await first.executeTakeFirst()) !== undefined
}

/** Whether this visit has created the account or set a new password. The member needs no notice of a new sign-in then. */
const setPasswordHere = ({ created_at }: Transaction, { password_changed_at }: Member): boolean =>
  password_changed_at >= created_at

/** The account state that an existing session shows, by the broken rule. A rule without a row is a refusal. */
const STATES: Partial<Record<DetailCode, StepName>> = {
  [detail.SUSPENDED]: 'SUSPENDED_STATE',
  [detail.INCUMBENT]: 'INCUMBENT_STATE',
  [detail.NO_PERMISSION]: 'SERVICE_PERMISSIONS',
}

type Done = Pick<Transaction, 'steps_done' | 'resolved_step' | 'resolved_at'>

/** The steps that are done. A step that is unchanged after its call (an approval that still waits) is not done. */
function doneBy(transaction: Transaction, { resolved }: Identity, next: string | null, now: Date): Done {
  if (!resolved) return { steps_done: 0, resolved_step: null, resolved_at: null }
  const { step, steps_done, resolved_step, resolved_at } = transaction
  if (next === step) return { steps_done, resolved_step, resolved_at }
  return { steps_done: steps_done + 1, resolved_step: step, resolved_at: now }
}

type Named = { name: StepName } & Partial<NonNullable<ReturnType<typeof pendingStep>>>

/** A step as the app receives it. The ordinary second factor has no matcher type on the wire. */
async function describe(
  ctx: Ctx,
  transaction: Transaction,
  visit: Eligibility,
  signedIn: SignedIn,
  step: Named,
  done: number,
): Promise<Pending> {
  return {
    ...(step.name === AUTH_REQUIRED ? { auth_required: true } : { matcher_type: step.name }),
    state: stateOf(ctx, transaction.id),
    progress: { current: done + 1, total: done + Math.max(1, stepsWaiting(visit, signedIn)) },
    ...(await step.describe?.(ctx, transaction, visit)),
  }
}

type Held = Identity & Done & { step: string | null; finished_at: Date | null }

/** Stores the transaction's member and pending step; null clears them. @throws Refused 403 when the transaction is over */
async function hold(ctx: Ctx, { id }: Transaction, held: Held | null): Promise<void> {
  const values = held
    ? {
        member_id: held.member_id,
        amr: JSON.stringify(held.amr),
        stay_session: held.stay_session,
        signed_in_at: held.signed_in_at,
        session_stands: held.session !== null,
        phone_proved_at: held.phone_proved_at,
        step: held.step,
        steps_done: held.steps_done,
        resolved_step: held.resolved_step,
        resolved_at: held.resolved_at,
        finished_at: held.finished_at,
      }
    : UNASSIGNED
  const written = await ctx.db
    .updateTable('transactions')
    .set(values)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    // A step belongs to the visit's member. If the visit has ended in the meantime, it has no member.
    .$if(held?.resolved === true, (query) => query.where('member_id', '=', values.member_id))
    .returning('id')
    .executeTakeFirst()
  if (!written) throw visitOver()
}

/** The one outcome of a transaction: only one of any number of parallel calls gets past `hold`. @returns the issuer's address for the browser */
async function finish(
  { ctx, provider }: Asker,
  transaction: Transaction,
  identity: Identity,
  done: Done,
): Promise<string> {
  const { id, client_id } = transaction
  const { member_id } = identity
  const now = ctx.now()
  const interaction = await provider.Interaction.find(id)
  if (!interaction) throw visitOver()
  await hold(ctx, transaction, { ...identity, ...done, step: null, finished_at: now })
  await noteFirstUse(ctx, { member_id, client_id }, now)
  const answered =
    identity.session === null
      ? signedIn(identity, interaction.params.prompt)
      : await stepDone(provider, identity.session, identity.amr)
  interaction.result = { ...interaction.lastSubmission, [interaction.prompt.name]: {}, ...answered }
  // A new sign-in needs no older session. Another tab may replace or end that session before the browser follows the location, and
  // the issuer refuses an interaction whose session has changed. The cookie of the visit still binds the interaction to this browser.
  if (identity.session === null) delete interaction.session
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000))
  return interaction.returnTo
}

/**
 * The result of a completed transaction, for a browser that did not receive the answer.
 * @param by the member who must have completed it; any member if omitted
 * @returns null when it has not ended, when its location has been followed, or when it has no member any more
 */
export async function endOf(
  { ctx, provider, ...keys }: Asker,
  { id }: Transaction,
  by?: string,
): Promise<Progress | null> {
  const ended = await ctx.db
    .selectFrom('transactions')
    .select(['member_id', 'amr', 'stay_session', 'signed_in_at', 'session_stands', 'phone_proved_at'])
    .where('id', '=', id)
    .where('finished_at', 'is not', null)
    .executeTakeFirst()
  const location = ended && (await provider.Interaction.find(id))?.returnTo
  if (!location || !ended.member_id || !ended.signed_in_at) return null
  const { member_id, amr, stay_session, signed_in_at, phone_proved_at } = ended
  if (by !== undefined && by !== member_id) return null
  const account = { member_id, amr, stay_session, signed_in_at, phone_proved_at }
  const hasKey = ended.session_stands && phone_proved_at === null
  return { location, browser: hasKey ? null : await rememberAccount(ctx, keys, account) }
}

/** A sign-in satisfies every prompt of the partner's request. */
function signedIn({ member_id, amr, stay_session, signed_in_at }: Identity, prompt: unknown): InteractionResults {
  const asked = typeof prompt === 'string' ? prompt.split(' ').filter(Boolean) : []
  const login = { accountId: member_id, amr, remember: stay_session, ts: secondOf(signed_in_at) }
  return { ...Object.fromEntries(asked.map((name) => [name, {}])), login }
}

/**
 * A step of an existing session satisfies only its own prompt.
 * NOTE: a `login` in the result would count as a new sign-in, and the issuer would not check `max_age`.
 */
async function stepDone(provider: Provider, uid: string, amr: string[]): Promise<InteractionResults> {
  const session = await provider.Session.findByUid(uid)
  if (!session) throw visitOver()
  session.amr = amr
  await session.persist()
  return {}
}
