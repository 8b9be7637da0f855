// Spec §8, SMS issue and SMS verify. The reducer in sms.ts decides what the form shows; this file decides everything else.
import type { DetailCode, Failure } from '../../../contract/shapes/answer.ts'
import * as detail from '../../../contract/detailCodes.ts'
import type { MessageKey } from '../texts/messages.ts'
import { fieldError, focus, formError, goInstead, notice, wait } from '../visit/outcome.ts'
import type { Outcome } from '../visit/outcome.ts'
import { type Path, paths } from '../visit/paths.ts'
import { commonFailure, refusal } from './login.ts'
import type { RefusalFacts } from './login.ts'
import { failureKind, rowOf } from './refusal.ts'

const unavailable: Outcome = [notice('errors.unavailable')]

const MINUTE_MS = 60_000
/** A button waits no longer (faults, "429 with Retry-After"). */
const LONGEST_WAIT_S = 15 * 60

/**
 * The codes of this target are used up, and another one could not be entered either. Null: this was not the reason.
 * @param hasOtherWay the page offers another target beside this one
 */
function usedUp({ detail_code, closed_for = 0 }: Failure, { now }: RefusalFacts, hasOtherWay: boolean) {
  if (detail_code !== detail.TOO_MANY_ATTEMPTS || closed_for <= 0) return null
  const text = hasOtherWay ? 'sms.usedUpOther' : 'sms.usedUp'
  // The minute is shown: one that has begun may be too early.
  return formError(text, { until: Math.ceil((now + closed_for * 1000) / MINUTE_MS) * MINUTE_MS })
}

/** No code is sent for a while: the page says until when. */
function closed(failure: Failure, facts: RefusalFacts, hasOtherWay: boolean): Outcome | null {
  const told = usedUp(failure, facts, hasOtherWay)
  return told && [told, wait(Math.min(failure.closed_for ?? 0, LONGEST_WAIT_S))]
}

/** A code was requested too soon: the form says so, and its button counts the seconds. Null: this was not the reason. */
const tooSoon = ({ retry_after: seconds }: Failure): Outcome | null =>
  seconds === undefined ? null : [formError('sms.waitSeconds', { seconds }), wait(seconds)]

/** The token expired and the app got a new one. A code sent for the old token no longer counts. */
export const onTokenRenewed: Outcome = [formError('sms.lapsed')]

/**
 * A sign-in's step expired with its token, and only a password starts it again. /mobileVerify has its own text and asks for no password.
 */
export function onStepLapsed(here: Path): Outcome {
  if (here === paths.mobileVerify) return []
  return [notice('sms.signInAgain'), ...(here === paths.resolveCertification ? [goInstead(paths.login)] : [])]
}

/** Targets that cannot receive a code, by the field's wire name. */
const targets: Partial<Record<string, MessageKey>> = { phone_number: 'field.mobileInvalid', email: 'field.emailFormat' }

/** The server has read the call and gives a reason. */
const isAnswered = (failure: Failure) => ['coded', 'invalid'].includes(failureKind(failure))

/** The first code was not sent. */
export function onSmsIssueRefused(failure: Failure, facts: RefusalFacts, hasOtherWay = false): Outcome {
  const known = commonFailure(failure) ?? closed(failure, facts, hasOtherWay) ?? tooSoon(failure)
  if (known) return known
  if (!isAnswered(failure)) return unavailable
  const { field = '' } = failure
  const text = targets[field]
  return text ? [fieldError(field, text), focus(field)] : refusal(failure, facts)
}

/** A code was not sent again, or not extended: one outcome for every code, including SEND_LIMIT. */
export function onSmsRenewRefused(failure: Failure, facts: RefusalFacts, hasOtherWay = false): Outcome {
  return commonFailure(failure) ?? closed(failure, facts, hasOtherWay) ?? tooSoon(failure) ?? unavailable
}

const verifyRows: Partial<Record<DetailCode, Outcome>> = {
  [detail.TOO_MANY_ATTEMPTS]: [notice('verification.tooMany')],
  [detail.NO_MATCH]: [fieldError('verify_code', 'verification.noMatch'), focus('verify_code')],
  [detail.CODE_EXPIRED]: [],
}

/** A code was refused. The form itself changes through the event `refused` of `nextSms`. */
export function onSmsVerifyRefused(failure: Failure, facts: RefusalFacts, hasOtherWay = false): Outcome {
  const last = closed(failure, facts, hasOtherWay)
  if (last) return [notice('verification.tooManyNow'), ...last]
  const known = commonFailure(failure) ?? rowOf(verifyRows, failure)
  if (known) return known
  return isAnswered(failure) || failureKind(failure) === 'tooMany' ? refusal(failure, facts) : unavailable
}
