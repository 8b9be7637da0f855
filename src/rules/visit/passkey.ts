// Contract, "Passkeys": what a browser can do with a passkey, what the member reads if it fails, and where an answer leads.
import type { Answer, Failure } from '../../../contract/shapes/answer.ts'
import type { Progress } from '../../../contract/shapes/auth.ts'
import { PASSKEY_FAILED, PASSKEY_UNKNOWN } from '../../../contract/shapes/passkeys.ts'
import { failureKind } from '../errors/refusal.ts'
import type { MessageKey } from '../texts/messages.ts'
import { isInApp } from './inApp.ts'
import { onProgress, type ProgressFacts } from './matcher.ts'
import { focus, formError, notice, type Outcome } from './outcome.ts'
import { onResolved } from './resolve.ts'

/** What a browser has. `autofill`: the field of the e-mail offers passkeys by itself. */
export type Ability = { webauthn: boolean; autofill: boolean; userAgent: string }

/** What the login form shows for passkeys: the button, a hint to open a real browser, or nothing. */
export function passkeyWay({ webauthn, userAgent }: Ability): 'button' | 'hint' | null {
  if (webauthn) return 'button'
  return isInApp(userAgent) ? 'hint' : null
}

/** Ends of a question that say nothing: the app itself ended it. */
const ENDED = 'AbortError'

const asked: Texts = { NotAllowedError: 'passkey.cancelled', SecurityError: 'passkey.notHere' }
const created: Texts = { NotAllowedError: 'passkey.notCreated', InvalidStateError: 'passkey.already' }

type Texts = Partial<Record<string, MessageKey>>
function textOf(rows: Texts, other: MessageKey, error: unknown): MessageKey | null {
  const name = error instanceof Error ? error.name : ''
  return name === ENDED ? null : (rows[name] ?? other)
}

/** The text for a question that a press began and that the browser ended without a passkey, or null. */
export const askProblem = (error: unknown): MessageKey | null => textOf(asked, 'passkey.broken', error)

/** The same for a creation. */
export const createProblem = (error: unknown): MessageKey | null => textOf(created, 'passkey.cannotCreate', error)

/** The text for options that a press did not get. */
export const optionsProblem = (failure: Failure): MessageKey =>
  failureKind(failure) === 'noResponse' ? 'errors.noConnection' : 'passkey.notNow'

/** Whether a question that did not get its options can be asked later. A visit that has ended has none any more. */
export const mayAskLater = (failure: Failure): boolean =>
  ['noResponse', 'tooMany', 'unavailable'].includes(failureKind(failure))

const isRefusal = (failure: Failure, code: string) => failureKind(failure) === 'invalid' && failure.code === code

/** The server does not know this passkey. The browser is told, so that it offers the passkey no more. */
export const isUnknownPasskey = (answer: Answer<unknown>): boolean =>
  !answer.ok && isRefusal(answer.failure, PASSKEY_UNKNOWN)

/** The answer to a passkey. It counts as the answer to a password, except for what only a passkey can meet. */
export function onPasskey(answer: Answer<Progress>, facts: ProgressFacts): Outcome {
  if (answer.ok) return onProgress(answer, facts)
  const { failure } = answer
  if (isUnknownPasskey(answer)) return [formError('passkey.unknown'), focus('login_id')]
  if (isRefusal(failure, PASSKEY_FAILED)) return [formError('passkey.failed'), focus('login_id')]
  // Each press has a new challenge, so a passkey can be used again at once.
  if (failureKind(failure) === 'noResponse') return [formError('passkey.noAnswer')]
  return onProgress(answer, facts)
}

/** Whether the server has not saved a passkey that this browser has created. */
export const isNotSaved = (answer: Answer<unknown>): boolean => !answer.ok && isRefusal(answer.failure, PASSKEY_FAILED)

/** The answer to a created passkey. `silently`: the browser asked nothing, so the member is told now. */
export function onPasskeyCreated(answer: Answer<Progress>, facts: ProgressFacts & { silently?: boolean }): Outcome {
  if (isNotSaved(answer)) return facts.silently ? [] : [formError('passkey.notSaved')]
  const outcome = onResolved(answer, facts)
  return answer.ok && facts.silently ? [notice('passkey.saved'), ...outcome] : outcome
}
