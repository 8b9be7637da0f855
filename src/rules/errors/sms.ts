// Spec §8, SMS issue and SMS verify. The reducer in sms.ts holds what the form shows; here is what happens beside it.
import type { Failure } from '../../wire/answer'
import type { MessageKey } from '../messages'
import { fieldError, focus, formError, goInstead, notice, wait } from '../outcome'
import type { Outcome } from '../outcome'
import { type Path, paths } from '../paths'
import { CODE_EXPIRED, NO_MATCH, TOO_MANY } from '../sms'
import { commonFailure, refusal } from './login'
import type { RefusalFacts } from './login'

const unavailable: Outcome = [notice('errors.unavailable')]

/** A code too soon after another: said in the form, whose button counts the seconds. Null: it was not. */
const tooSoon = ({ retry_after: seconds }: Failure): Outcome | null =>
  seconds === undefined ? null : [formError('sms.waitSeconds', { seconds }), wait(seconds)]

/** The token has ended; another one was got at once, and what was sent for the old one counts no more. */
export const onTokenRenewed: Outcome = [formError('sms.lapsed')]

/** A sign-in's step has ended with its token: only a password begins it again. /mobileVerify says so by itself, and asks for none. */
export function onStepLapsed(here: Path): Outcome {
  if (here === paths.mobileVerify) return []
  return [notice('sms.signInAgain'), ...(here === paths.resolveCertification ? [goInstead(paths.login)] : [])]
}

/** Where a code cannot be sent to, by the field's wire name. */
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

/** A code was not sent again, or its time was not renewed: one answer for every code, 4519 alike. */
export function onSmsRenewRefused(failure: Failure): Outcome {
  return commonFailure(failure) ?? tooSoon(failure) ?? unavailable
}

/** A code was not accepted. What stands in the form changes through `nextSms`'s event `refused`. */
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
