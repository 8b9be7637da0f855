// Spec §8, identify: the outcomes of a search for IDs, of the steps of a reset, and of a refused new password.
import * as detail from '../../../contract/detailCodes.ts'
import type { Answer, DetailCode, Failure } from '../../../contract/shapes/answer.ts'
import type {
  FoundUser,
  FoundUsers,
  PasswordSet,
  ResetAllowed,
  SearchIdsBegun,
  SearchPwdBegun,
} from '../../../contract/shapes/identify.ts'
import type { MessageKey, Values } from '../texts/messages.ts'
import type { NoticeText } from '../texts/noticeTitles.ts'
import { newPasswordRefused } from '../fields/newPassword.ts'
import { clear, fieldError, focus, formError, go, goInstead, notice, signIn } from '../visit/outcome.ts'
import type { Outcome, Way } from '../visit/outcome.ts'
import { paths } from '../visit/paths.ts'
import { commonFailure, refusal } from './login.ts'
import type { RefusalFacts } from './login.ts'
import { failureKind, isCoded, rowOf } from './refusal.ts'

/** The answer with the token for the first code. Success needs no outcome. */
export const onSearchBegun = (answer: Answer<SearchIdsBegun>, facts: RefusalFacts): Outcome =>
  answer.ok ? [] : refusal(answer.failure, facts)

/** The IDs found by a proved phone. An empty list is an answer too, in each form that servers use. Null: there was no answer. */
export function usersFound(answer: Answer<FoundUsers>): FoundUser[] | null {
  if (answer.ok) return answer.data.users
  return isCoded(answer.failure, detail.USER_NOT_FOUND) ? [] : null
}

/** Refusals of a proof: the member requests a new code. */
const proofRows: Partial<Record<DetailCode, NoticeText>> = {
  [detail.NO_MATCH]: 'identify.proofSpent',
  [detail.CODE_EXPIRED]: 'identify.proofSpent',
  [detail.TOO_MANY_ATTEMPTS]: 'verification.tooMany',
}
export const proofProblem = (failure: Failure): NoticeText | undefined => rowOf(proofRows, failure)

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
  if (isCoded(failure, detail.USER_NOT_FOUND))
    return [fieldError('login_id', 'refused.userNotFound'), focus('login_id')]
  return refusal(failure, facts)
}

/** No member has this ID any more. The text stands on the page that has a field for it. */
const idUnknown: Outcome = [fieldError('login_id', 'refused.userNotFound'), go(paths.identifyPassword)]

/** The same call, repeated where the code is entered. That page has no field for the ID, so the text stands on the page that has it. */
export function onResetResumed(answer: Answer<unknown>, facts: RefusalFacts): Outcome {
  if (answer.ok) return []
  const { failure } = answer
  if (isCoded(failure, detail.USER_NOT_FOUND)) return idUnknown
  return failureKind(failure) === 'visitOver'
    ? refusal(failure, facts)
    : [...refusal(failure, facts), go(paths.identifyPassword)]
}

/** The same call where the page can repeat it: the page stays, and counts down a wait. */
export function onResetAgain(answer: Answer<unknown>, facts: RefusalFacts): Outcome {
  if (answer.ok) return []
  const { failure } = answer
  const stays = commonFailure(failure) ?? (failure.retry_after === undefined ? null : refusal(failure, facts))
  return stays ?? onResetResumed(answer, facts)
}

/** The page of the found IDs stays, because it can repeat the call. */
const onFoundRefused = (failure: Failure, facts: RefusalFacts): Outcome =>
  isCoded(failure, detail.USER_NOT_FOUND) ? idUnknown : refusal(failure, facts)

/** A reset begins for an ID that was found. */
export const onResetOfFound = (answer: Answer<SearchPwdBegun>, facts: RefusalFacts): Outcome =>
  answer.ok ? [go(paths.identifyPasswordVerify)] : onFoundRefused(answer.failure, facts)

/**
 * The reset of an ID that was found, opened with the code of the search. Null: it needs a code of its own, because the server refuses this
 * one, or because the account needs a second channel, which that reset asks for.
 */
export function onFoundReset(answer: Answer<ResetAllowed>, facts: RefusalFacts): Outcome | null {
  if (!answer.ok) return proofProblem(answer.failure) ? null : onFoundRefused(answer.failure, facts)
  return answer.data.also ? null : [go(paths.identifyPasswordNew)]
}

/** The verification is done, so Back does not return to it. The code was right, and the answer names the accounts whose password may be set. */
export const onResetAllowed = (answer: Answer<unknown>, facts: RefusalFacts): Outcome =>
  answer.ok ? [goInstead(paths.identifyPasswordNew)] : onProofRefused(answer.failure, facts)

/** The reset token is lost (a reload, ten minutes, a second tab), so the member verifies again. */
export const verifyAgain: Outcome = [
  { do: 'formError', text: 'identify.verifyAgain', isNews: true },
  goInstead(paths.identifyPasswordVerify),
]

/** The server no longer accepts the reset token: it was used, it has expired, or another browser holds it. */
const isResetGone = (failure: Failure): boolean => isCoded(failure, detail.NO_MATCH, detail.CODE_EXPIRED)

/**
 * Whether the new password is set. `unheard`: an earlier request got no answer. If its token is gone now, that request most likely used it.
 */
export const isPasswordReset = (answer: Answer<unknown>, unheard: boolean): boolean =>
  answer.ok || (unheard && isResetGone(answer.failure))

/** Screens, "Account": the account is reached from the end of a recovery. It asks for the new password, and lists the services with their addresses. */
const toAccount: readonly Way[] = [{ text: 'identify.toAccount', outcome: [go(paths.account)], second: true }]

/** The answer to a new password. Without a location, the member signs in with the new password. A notice says what the change did elsewhere. */
export function onPasswordReset(
  answer: Answer<PasswordSet>,
  facts: RefusalFacts & { moment: (iso: string) => string },
  unheard = false,
): Outcome {
  const toLogin = (text: NoticeText, values?: Values) => [
    clear('password'),
    clear('passwordComparison'),
    notice(text, values, toAccount),
    go(paths.login),
  ]
  if (answer.ok && answer.data.location)
    return [notice('identify.changedHere', undefined, toAccount), signIn(answer.data.location)]
  const later = answer.ok && answer.data.effective_at
  if (later) return toLogin('identify.passwordLater', { date: facts.moment(later) })
  if (answer.ok) return toLogin('identify.passwordChanged')
  if (isPasswordReset(answer, unheard)) return toLogin('identify.perhapsChanged')
  const { failure } = answer
  const text = rowOf(newPasswordRefused, failure)
  if (text) return [fieldError('password', text), focus('password')]
  return isResetGone(failure) ? verifyAgain : refusal(failure, facts)
}

/** The password could not be sealed: nothing was sent. */
export const onNotSealed = (why: MessageKey): Outcome => [formError(why), focus('password')]
