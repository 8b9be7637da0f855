// Contract, "Account": what a member reads where a change of the account was refused.
import * as detail from '../../../contract/detailCodes.ts'
import type { Answer, DetailCode, Failure } from '../../../contract/shapes/answer.ts'
import { MANAGED } from '../../../contract/shapes/account.ts'
import { NO_PHONE } from '../../../contract/codes.ts'
import { PASSKEY_FAILED, PASSKEY_UNKNOWN } from '../../../contract/shapes/passkeys.ts'
import { failureText, referenceOf } from '../errors/http.ts'
import { passwordRefusal } from '../errors/lock.ts'
import { failureKind, isCoded, rowOf } from '../errors/refusal.ts'
import { newPasswordRefused } from '../fields/newPassword.ts'
import type { MessageKey } from '../texts/messages.ts'
import { clear, fieldError, focus, formError, type Outcome, tryAgain, wait } from '../visit/outcome.ts'

const byCode: Partial<Record<string, MessageKey>> = {
  [MANAGED]: 'account.emailManaged',
  [NO_PHONE]: 'account.noPhone',
  [PASSKEY_FAILED]: 'account.passkeyFailed',
  [PASSKEY_UNKNOWN]: 'account.passkeyUnknown',
}

const byDetail: Partial<Record<DetailCode, MessageKey>> = {
  [detail.NO_MATCH]: 'account.codeSpent',
  [detail.CODE_EXPIRED]: 'account.codeSpent',
  [detail.ID_TAKEN]: 'account.emailTaken',
  [detail.SAME_PERSON]: 'account.phoneTaken',
}

const onWait = ({ retry_after: seconds }: Failure): Outcome | null =>
  seconds === undefined ? null : [formError('errors.waitSeconds', { seconds }), wait(seconds)]

/** A change was refused, or got no answer. Everything that was typed stays. */
export function onAccountRefused(failure: Failure): Outcome {
  const kind = failureKind(failure)
  if (kind === 'left') return []
  if (kind === 'notFound') return [formError('account.gone')]
  const text = failureText(failure)
  if (text) return [tryAgain(text, referenceOf(failure))]
  const waiting = onWait(failure)
  if (waiting) return waiting
  const known = rowOf(byDetail, failure) ?? (kind === 'invalid' ? byCode[failure.code ?? ''] : undefined)
  return [known ? formError(known) : tryAgain('errors.unavailable', referenceOf(failure))]
}

/** A new password was refused, perhaps by a rule that only the server can decide. */
export function onPasswordRefused(failure: Failure): Outcome {
  const text = rowOf(newPasswordRefused, failure)
  return text ? [fieldError('password', text), focus('password')] : onAccountRefused(failure)
}

/** A nickname was refused: somebody has it, or it breaks a rule. */
export const onNicknameRefused = (failure: Failure): Outcome =>
  failureKind(failure) === 'invalid'
    ? [fieldError('nickname', 'account.nicknameRefused'), focus('nickname')]
    : onAccountRefused(failure)

/** The password of a proof was refused. Five wrong ones lock, as at a sign-in. */
export function onProofRefused(failure: Failure): Outcome {
  const said = passwordRefusal(failure)
  if (said === 'locked') return [clear('current_password'), formError('account.proofLocked')]
  if (!said) return onAccountRefused(failure)
  const problem = said.wrong
    ? fieldError('current_password', 'resolve.currentWrongLeft', said.wrong)
    : fieldError('current_password', 'resolve.currentWrong')
  return [clear('current_password'), problem, focus('current_password')]
}

/** Whether the password is set. `isRepeated`: the same password was sent before, and that call got no answer. */
export const isPasswordSet = (answer: Answer<unknown>, isRepeated: boolean): boolean =>
  answer.ok || (isRepeated && isCoded(answer.failure, detail.PASSWORD_SAME_AS_BEFORE))
