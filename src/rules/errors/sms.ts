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
export function onSmsIssueRefused(failure: Failure, facts: RefusalFacts): Outcome {
  const known = commonFailure(failure) ?? tooSoon(failure)
  if (known) return known
  if (!isAnswered(failure)) return unavailable
  const { field = '' } = failure
  const text = targets[field]
  return text ? [fieldError(field, text), focus(field)] : refusal(failure, facts)
}

/** A code was not sent again, or not extended: one outcome for every code, including SEND_LIMIT. */
export function onSmsRenewRefused(failure: Failure): Outcome {
  return commonFailure(failure) ?? tooSoon(failure) ?? unavailable
}

const verifyRows: Partial<Record<DetailCode, Outcome>> = {
  [detail.TOO_MANY_ATTEMPTS]: [notice('verification.tooMany')],
  [detail.NO_MATCH]: [fieldError('verify_code', 'verification.noMatch'), focus('verify_code')],
  [detail.CODE_EXPIRED]: [],
}

/** A code was refused. The form itself changes through the event `refused` of `nextSms`. */
export function onSmsVerifyRefused(failure: Failure, facts: RefusalFacts): Outcome {
  const known = commonFailure(failure) ?? rowOf(verifyRows, failure)
  if (known) return known
  return isAnswered(failure) || failureKind(failure) === 'tooMany' ? refusal(failure, facts) : unavailable
}
