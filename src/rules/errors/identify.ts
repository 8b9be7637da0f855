// Spec §8, identify: what is said of a search for ids, of a reset's way, and of a new password that was refused.
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

/** The token with which codes are asked for, before the first of them. Nothing to say of one that came. */
export const onSearchBegun = (answer: Answer<SearchIdsBegun>, facts: RefusalFacts): Outcome =>
  answer.ok ? [] : refusal(answer.failure, facts)

/** The ids of a proved phone. None is an answer too, however it is given; null: there was no answer. */
export function usersFound(answer: Answer<FoundUsers>): FoundUser[] | null {
  if (answer.ok) return answer.data.users
  return answer.failure.reason === 'refused' && answer.failure.detail_code === USER_NOT_FOUND ? [] : null
}

/** A proof that the server does not take: the code has to be asked for again. */
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

/** A reset begins: unknown ids are answered like known ones, unless the server tells them apart. */
export function onResetBegun(answer: Answer<SearchPwdBegun>, facts: RefusalFacts): Outcome {
  if (answer.ok) return [go(paths.identifyPasswordVerify)]
  const { failure } = answer
  if (failure.reason === 'refused' && failure.detail_code === USER_NOT_FOUND)
    return [fieldError('login_id', 'refused.userNotFound'), focus('login_id')]
  return refusal(failure, facts)
}

/** The same, asked again where the code is entered: there is no field for the id there. */
export function onResetResumed(answer: Answer<SearchPwdBegun>, facts: RefusalFacts): Outcome {
  if (answer.ok) return []
  const { failure } = answer
  if (failure.reason === 'refused' && failure.detail_code === USER_NOT_FOUND)
    return [toast('refused.userNotFound'), go(paths.identifyPassword)]
  return isVisitOver(failure) ? refusal(failure, facts) : [...refusal(failure, facts), go(paths.identifyPassword)]
}

/** The same, where the page can ask once more: it stays, and counts a wait. */
export function onResetAgain(answer: Answer<SearchPwdBegun>, facts: RefusalFacts): Outcome {
  if (answer.ok) return []
  const { failure } = answer
  const stays = commonFailure(failure) ?? (failure.retry_after === undefined ? null : refusal(failure, facts))
  return stays ?? onResetResumed(answer, facts)
}

/** The reset of an id that was found begins. */
export const onResetOfFound = (answer: Answer<SearchPwdBegun>, facts: RefusalFacts): Outcome =>
  answer.ok ? [go(paths.identifyPasswordVerify)] : onResetAgain(answer, facts)

/** The code was right; the answer says whose password may be set now. */
export const onResetAllowed = (answer: Answer<ResetUsers>, facts: RefusalFacts): Outcome =>
  answer.ok ? [go(paths.identifyPasswordNew)] : onProofRefused(answer.failure, facts)

/** The right to set a password is gone (a reload, ten minutes, a second tab): the member shows again who they are. */
export const verifyAgain: Outcome = [toast('identify.verifyAgain'), go(paths.identifyPasswordVerify)]

/** The server no longer accepts the reset token: it was used, it has expired, or another browser holds it. */
const isResetGone = ({ reason, detail_code }: Failure): boolean =>
  reason === 'refused' && (detail_code === NO_MATCH || detail_code === CODE_EXPIRED)

/**
 * Whether the new password is set. `unheard`: an earlier request got no answer. A token that is gone by now was most likely used by
 * that request.
 */
export const isPasswordReset = (answer: Answer<unknown>, unheard: boolean): boolean =>
  answer.ok || (unheard && isResetGone(answer.failure))

/** A new password was sent. Afterwards nobody is signed in: the member signs in with it. */
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
