// Contract, "Account": who is signed in, as the pages of the account know it.
import { type Account, ANOTHER_SESSION, NO_SESSION, PROOF_NEEDED } from '../../../contract/shapes/account.ts'
import type { Answer, Failure } from '../../../contract/shapes/answer.ts'
import { failureKind } from '../errors/refusal.ts'

/** Why a page shows nothing of the member any more. `reported`: the member has ended every session. */
export const ENDS = ['signedOut', 'another', 'cookies', 'reported'] as const
export type End = (typeof ENDS)[number]

/** Who was signed in when a restored page was left. */
type Former = Pick<Account, 'session' | 'login_id'>

/**
 * - `asking`: nothing is known yet. `former`: the page was restored from the back-forward cache.
 * - `failed`: the question got no answer.
 * - `signIn`: nobody is signed in, and a sign-in begins.
 * - `reset`: the account is protected, and a reset of its password begins.
 * - `here`: this member is signed in.
 */
export type Session =
  | { at: 'asking'; former?: Former }
  | { at: 'failed' }
  | { at: 'signIn' | 'reset' }
  | { at: 'here'; account: Account }
  | { at: End }

/** Why a call of the account did nothing: the session is over, another one began, or a proof is missing. Null: for another reason. */
export function haltOf(failure: Failure): 'signedOut' | 'another' | 'proof' | null {
  const kind = failureKind(failure)
  if (kind === 'notSignedIn' && failure.code === NO_SESSION) return 'signedOut'
  if (kind === 'visitOver' && failure.code === ANOTHER_SESSION) return 'another'
  return kind === 'notHere' && failure.code === PROOF_NEEDED && failure.methods ? 'proof' : null
}

/** A new sign-in of the same member counts as the same: the page shows nothing of anybody else. */
export const isSameMember = (one: Former, other: Former): boolean =>
  one.login_id.toLowerCase() === other.login_id.toLowerCase() ||
  (one.session !== undefined && one.session === other.session)

/**
 * What the page knows after it has asked who is signed in.
 * @param returned a sign-in has just led back here: without a session now, this browser keeps no cookies
 */
export function nextSession(before: Session, answer: Answer<Account>, returned: boolean): Session {
  const former = before.at === 'here' ? before.account : before.at === 'asking' ? before.former : undefined
  if (before.at !== 'here' && before.at !== 'asking' && before.at !== 'failed') return before
  if (answer.ok)
    return former && !isSameMember(former, answer.data) ? { at: 'another' } : { at: 'here', account: answer.data }
  if (haltOf(answer.failure) === 'signedOut')
    return former ? { at: 'signedOut' } : returned ? { at: 'cookies' } : { at: 'signIn' }
  // Without an answer, the page keeps what it shows.
  return before.at === 'here' ? before : { at: 'failed' }
}
