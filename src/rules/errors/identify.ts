// Spec §8, identify: the outcomes of a search for IDs, of the steps of a reset, and of a refused new password.
import { type Answer, type Failure, isVisitOver } from '../../wire/answer'
import type {
  FoundUser,
  FoundUsers,
  PasswordSet,
  ResetUsers,
  SearchIdsBegun,
  SearchPwdBegun,
} from '../../wire/identify'
import type { MessageKey } from '../messages'
import { newPasswordRefused } from '../newPassword'
import { clear, fieldError, focus, formError, go, notice, toast } from '../outcome'
import type { Outcome } from '../outcome'
import { paths } from '../paths'
import { CODE_EXPIRED, NO_MATCH, TOO_MANY } from '../sms'
import { commonFailure, refusal } from './login'
import type { RefusalFacts } from './login'

export const USER_NOT_FOUND = 4503

/** The answer with the token for the first code. Success needs no outcome. */
export const onSearchBegun = (answer: Answer<SearchIdsBegun>, facts: RefusalFacts): Outcome =>
  answer.ok ? [] : refusal(answer.failure, facts)

/** The IDs found by a proved phone. An empty list is an answer too, in each form that servers use. Null: there was no answer. */
export function usersFound(answer: Answer<FoundUsers>): FoundUser[] | null {
  if (answer.ok) return answer.data.users
  return answer.failure.reason === 'refused' && answer.failure.detail_code === USER_NOT_FOUND ? [] : null
}

/** Refusals of a proof: the member requests a new code. */
const proofRows: Partial<Record<number, MessageKey>> = {
  [NO_MATCH]: 'identify.proofSpent',
  [CODE_EXPIRED]: 'identify.proofSpent',
  [TOO_MANY]: 'verification.tooMany',
}
export const proofProblem = ({ reason, detail_code }: Failure): MessageKey | undefined =>
  reason === 'refused' ? proofRows[detail_code ?? 0] : undefined

function onProofRefused(failure: Failure, facts: RefusalFacts): Outcome {
  const text = proofProblem(failure)
  return text ? [notice(text)] : refusal(failure, facts)
}

export function onIdsSearched(answer: Answer<FoundUsers>, facts: RefusalFacts): Outcome {
  if (answer.ok || usersFound(answer)) return [go(paths.identifyMyIdDone)]
  return onProofRefused(answer.failure, facts)
}

/** A reset begins. A server answers unknown IDs like known ones, unless it is set to distinguish them. */
export function onResetBegun(answer: Answer<SearchPwdBegun>, facts: RefusalFacts): Outcome {
  if (answer.ok) return [go(paths.identifyPasswordVerify)]
  const { failure } = answer
  if (failure.reason === 'refused' && failure.detail_code === USER_NOT_FOUND)
    return [fieldError('login_id', 'refused.userNotFound'), focus('login_id')]
  return refusal(failure, facts)
}

/** The same call, repeated where the code is entered: that page has no field for the ID. */
export function onResetResumed(answer: Answer<SearchPwdBegun>, facts: RefusalFacts): Outcome {
  if (answer.ok) return []
  const { failure } = answer
  if (failure.reason === 'refused' && failure.detail_code === USER_NOT_FOUND)
    return [toast('refused.userNotFound'), go(paths.identifyPassword)]
  return isVisitOver(failure) ? refusal(failure, facts) : [...refusal(failure, facts), go(paths.identifyPassword)]
}

/** The same call where the page can repeat it: the page stays, and counts down a wait. */
export function onResetAgain(answer: Answer<SearchPwdBegun>, facts: RefusalFacts): Outcome {
  if (answer.ok) return []
  const { failure } = answer
  const stays = commonFailure(failure) ?? (failure.retry_after === undefined ? null : refusal(failure, facts))
  return stays ?? onResetResumed(answer, facts)
}

/** A reset begins for an ID that was found. */
export const onResetOfFound = (answer: Answer<SearchPwdBegun>, facts: RefusalFacts): Outcome =>
  answer.ok ? [go(paths.identifyPasswordVerify)] : onResetAgain(answer, facts)

/** The code was right, and the answer names the accounts whose password may be set. */
export const onResetAllowed = (answer: Answer<ResetUsers>, facts: RefusalFacts): Outcome =>
  answer.ok ? [go(paths.identifyPasswordNew)] : onProofRefused(answer.failure, facts)

/** The reset token is lost (a reload, ten minutes, a second tab), so the member verifies again. */
export const verifyAgain: Outcome = [toast('identify.verifyAgain'), go(paths.identifyPasswordVerify)]

/** The server no longer accepts the reset token: it was used, it has expired, or another browser holds it. */
const isResetGone = ({ reason, detail_code }: Failure): boolean =>
  reason === 'refused' && (detail_code === NO_MATCH || detail_code === CODE_EXPIRED)

/**
 * Whether the new password is set. `unheard`: an earlier request got no answer. If its token is gone now, that request most likely used it.
 */
export const isPasswordReset = (answer: Answer<unknown>, unheard: boolean): boolean =>
  answer.ok || (unheard && isResetGone(answer.failure))

/** The answer to a new password. Nobody is signed in afterwards: the member signs in with the new password. */
export function onPasswordReset(answer: Answer<PasswordSet>, facts: RefusalFacts, unheard = false): Outcome {
  const toLogin = (text: MessageKey) => [clear('password'), clear('passwordComparison'), notice(text), go(paths.login)]
  if (answer.ok) return toLogin(answer.data.effective_at ? 'identify.passwordLater' : 'identify.passwordChanged')
  if (isPasswordReset(answer, unheard)) return toLogin('identify.perhapsChanged')
  const { failure } = answer
  const text = failure.reason === 'refused' ? newPasswordRefused[failure.detail_code ?? 0] : undefined
  if (text) return [fieldError('password', text), focus('password')]
  return isResetGone(failure) ? verifyAgain : refusal(failure, facts)
}

/** The password could not be sealed: nothing was sent. */
export const onNotSealed = (why: MessageKey): Outcome => [formError(why), focus('password')]
