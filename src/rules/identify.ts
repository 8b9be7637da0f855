// Spec §2 and §5, identify: what is asked before a call is made, and how long what was found is good for.
import type { Authenticator, FoundUser } from '../wire/identify'
import { cleanEmail, emailProblem } from './email'
import type { MessageKey } from './messages'

/** What a join takes for an address, and nothing else, is one here. */
export function loginIdProblem(login_id: string): MessageKey | null {
  if (cleanEmail(login_id) === '') return 'login.enterEmail'
  return emailProblem(login_id) && 'identify.emailFormat'
}

/** The id that a recovery begins with: typed here before, typed at the login page, or named by whoever sent the member. */
export const knownLoginId = (...known: (string | undefined)[]): string =>
  known.map((one) => cleanEmail(one ?? '')).find((one) => one !== '') ?? ''

/** The ids as they are listed: the one that joined last comes first. */
export const newestFirst = (users: readonly FoundUser[]): FoundUser[] =>
  [...users].sort((a, b) => b.joined_at.localeCompare(a.joined_at))

/** Whether this id was found by a phone that was proved in this visit. */
export const wasFound = (login_id: string, found: readonly FoundUser[]): boolean =>
  found.some((user) => user.login_id === login_id)

/**
 * The ways to reach a member, as they are offered. A found id's phone has just been sent a code and has to wait for the next one:
 * there the e-mail comes first.
 */
export const offered = (channels: readonly Authenticator[], isFound: boolean): Authenticator[] =>
  [...channels].sort((a, b) => (isFound ? a.authenticator_type.localeCompare(b.authenticator_type) : 0))
