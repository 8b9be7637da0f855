// Contract, "Account", *fresh*: the ways to prove to be there, and what a member reads where a passkey cannot prove it.
import type { ProofMethod } from '../../../contract/signInMethods.ts'
import type { MessageKey } from '../texts/messages.ts'

/** The methods that this browser can use, in their order. With none left, the page says so at the one that it cannot use. */
export function usableMethods(methods: readonly ProofMethod[], hasPasskeys: boolean): readonly ProofMethod[] {
  const usable = methods.filter((method) => method !== 'PASSKEY' || hasPasskeys)
  return usable.length > 0 ? usable : methods
}

/** Names of errors of WebAuthn. An `AbortError` says nothing: the app itself ended the question. */
const proofTexts: Partial<Record<string, MessageKey | null>> = {
  NotAllowedError: 'account.passkeyCancelled',
  AbortError: null,
}
const createTexts: Partial<Record<string, MessageKey | null>> = {
  NotAllowedError: 'account.passkeyNotCreated',
  InvalidStateError: 'account.passkeyAlready',
  AbortError: null,
}

function textOf(rows: typeof proofTexts, other: MessageKey, error: unknown): MessageKey | null {
  const known = rows[error instanceof Error ? error.name : '']
  return known === undefined ? other : known
}

/** The text for a question that the browser ended without a passkey, or null. */
export const proofProblem = (error: unknown): MessageKey | null => textOf(proofTexts, 'account.passkeyBroken', error)

/** The same for a creation. */
export const creationProblem = (error: unknown): MessageKey | null =>
  textOf(createTexts, 'account.passkeyCannotCreate', error)
