// Spec §8, SMS issue and SMS verify. The reducer in sms.ts holds what the form shows; here is what happens beside it.
import type { Failure } from '../../wire/answer'
import { focus, notice, report } from '../outcome'
import type { Outcome } from '../outcome'
import { CODE_EXPIRED, NO_MATCH, TOO_MANY } from '../sms'
import { isSilent, refusal } from './login'
import type { RefusalFacts } from './login'

const unavailable: Outcome = [notice('errors.unavailable')]

/** A step without its auth_token cannot send a code; nothing is asked of the server. */
export const onAuthTokenMissing: Outcome = [report('auth_token missing'), notice('verification.noToken')]

/** The first code was not sent. */
export function onSmsIssueRefused(failure: Failure, facts: RefusalFacts): Outcome {
  if (isSilent(failure)) return []
  return failure.status === 400 || failure.status === 429 ? refusal(failure, facts) : unavailable
}

/** A code was not sent again, or its time was not renewed: one answer for every code, 4519 alike. */
export function onSmsRenewRefused(failure: Failure, facts: RefusalFacts): Outcome {
  if (isSilent(failure)) return []
  return failure.status === 429 ? refusal(failure, facts) : unavailable
}

/** A code was not accepted. What stands in the form changes through `nextSms`'s event `refused`. */
export function onSmsVerifyRefused(failure: Failure, facts: RefusalFacts): Outcome {
  if (isSilent(failure)) return []
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
