// Spec §4, sign-in: from "this is the member" to the next pending step, or to the end of the transaction.
import type { DetailCode } from '../../../contract/shapes/answer.ts'
import * as detail from '../../../contract/detailCodes.ts'
import type { Pending, StepName } from '../../../contract/shapes/pending.ts'
import { AUTH_REQUIRED } from '../../../contract/codes.ts'
import type { Ctx } from '../../context.ts'
import { together } from '../../db/oneTransaction.ts'
import type { Member, Transaction } from '../../db/schema.ts'
import { refuse, Refused, staysAfter } from '../refusal.ts'
import { rememberAccount } from './accounts.ts'
import { type Done, endOf, finish, hold } from './endOfVisit.ts'
import type { Asker, Identity, Progress } from './identity.ts'
import { record } from '../audit/events.ts'
import { isKnownBrowser } from './knownBrowsers.ts'
import { noteLanguage } from '../members/language.ts'
import { notify } from '../notices/notices.ts'
import { mayRecommendPasskey } from '../passkeys/recommendation.ts'
import { loadEligibility, standingProblem, type Eligibility } from './standing.ts'
import { pendingStep, stepsWaiting, type SignedIn } from './steps.ts'
import { stateOf, visitOver } from './transactions.ts'

/**
 * Continues a transaction as this member. It grants nothing while a rule is broken or a step is pending.
 * NOTE: one database transaction, which holds the member's row: a new password comes before all of it or after all of it, and then ends it.
 * @throws Refused 400 with the detail code of the broken rule; 403 when the transaction is over, or the password was set meanwhile
 */
export const continueSignIn = (asker: Asker, transaction: Transaction, identity: Identity): Promise<Progress> =>
  together(() => goOn(asker, transaction, identity), staysAfter)

async function goOn(asker: Asker, transaction: Transaction, identity: Identity): Promise<Progress> {
  const { ctx, ip } = asker
  const { member_id, amr } = identity
  const visit = await loadEligibility(ctx, member_id, transaction, ip, { holds: true })
  if (!visit) throw refuse(403, 'FORBIDDEN')
  const { password_changed_at } = visit.member
  // What the password had opened has ended with it.
  if (identity.password_changed_at && identity.password_changed_at.getTime() !== password_changed_at.getTime())
    throw visitOver()
  const progress = await advance(asker, transaction, identity, visit)
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
  await noteLanguage(ctx, visit.member, asker.locale)
  // Security B2: a step-up replaces the browser's key, as a sign-in does.
  if (identity.session !== null && identity.phone_proved_at === null) return { location, browser: null }
  const browser = await rememberAccount(ctx, asker, identity)
  if (identity.session !== null) return { location, browser }
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
  const waiting = stepsWaiting(visit, signedIn)
  const next = waiting[0] === step.name ? waiting[1] : undefined
  return {
    ...(step.name === AUTH_REQUIRED ? { auth_required: true } : { matcher_type: step.name }),
    state: stateOf(ctx, transaction.id),
    progress: { current: done + 1, total: done + Math.max(1, waiting.length), ...(next && { next }) },
    ...(await step.describe?.(ctx, transaction, visit)),
  }
}
