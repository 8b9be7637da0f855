// Spec §8, SMS issue and SMS verify. The reducer in sms.ts decides what the form shows; this file decides everything else.
import type { Failure } from '../../wire/answer'
import type { MessageKey } from '../messages'
import { fieldError, focus, formError, goInstead, notice, wait } from '../outcome'
import type { Outcome } from '../outcome'
import { type Path, paths } from '../paths'
import { CODE_EXPIRED, NO_MATCH, TOO_MANY } from '../sms'
import { commonFailure, refusal } from './login'
import type { RefusalFacts } from './login'

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
const targets: Partial<Record<string, MessageKey>> = { phone_number: 'field.mobileFormat', email: 'field.emailFormat' }

/** The first code was not sent. */
export function onSmsIssueRefused(failure: Failure, facts: RefusalFacts): Outcome {
  const known = commonFailure(failure) ?? tooSoon(failure)
  if (known) return known
  const { field = '' } = failure
  const text = failure.status === 400 ? targets[field] : undefined
  if (text) return [fieldError(field, text), focus(field)]
  return failure.status === 400 ? refusal(failure, facts) : unavailable
}

/** A code was not sent again, or not extended: one outcome for every code, including 4519. */
export function onSmsRenewRefused(failure: Failure): Outcome {
  return commonFailure(failure) ?? tooSoon(failure) ?? unavailable
}

/** A code was refused. The form itself changes through the event `refused` of `nextSms`. */
export function onSmsVerifyRefused(failure: Failure, facts: RefusalFacts): Outcome {
  const common = commonFailure(failure)
  if (common) return common
  switch (failure.detail_code) {
    case TOO_MANY:
      return [notice('verification.tooMany')]
    case NO_MATCH:
      return [focus('verify_code')]
    case CODE_EXPIRED:
      return []
    default:
      return failure.status === 400 || failure.status === 429 ? refusal(failure, facts) : unavailable
  }
}
