// Spec §2 and §5, identify: the checks before each call, and the order of the results.
import type { Authenticator, FoundUser } from '../../../contract/shapes/identify.ts'
import { cleanEmail, emailProblem } from '../fields/email.ts'
import type { MessageKey } from '../texts/messages.ts'

/** Accepts the same addresses as a join. */
export function loginIdProblem(login_id: string): MessageKey | null {
  if (cleanEmail(login_id) === '') return 'login.enterEmail'
  return emailProblem(login_id) && 'identify.emailFormat'
}

/** The ID that a recovery begins with: typed here before, typed at the login page, or named by the partner. */
export const knownLoginId = (...known: (string | undefined)[]): string =>
  known.map((one) => cleanEmail(one ?? '')).find((one) => one !== '') ?? ''

/** The IDs in the order of the list: the latest join first. */
export const newestFirst = (users: readonly FoundUser[]): FoundUser[] =>
  [...users].sort((a, b) => b.joined_at.localeCompare(a.joined_at))

/** Whether a phone proved in this visit found this ID. */
export const isAmongFound = (login_id: string, found: readonly FoundUser[]): boolean =>
  found.some((user) => user.login_id === login_id)

/**
 * The channels in the order of the page. The phone of an ID that was found has just received a code and must wait for the next one, so the
 * e-mail comes first there.
 */
export const offered = (channels: readonly Authenticator[], isFound: boolean): Authenticator[] =>
  [...channels].sort((a, b) => (isFound ? a.authenticator_type.localeCompare(b.authenticator_type) : 0))

/** What the page shows of a channel's mask: nothing if it has no letter or digit, which a screen reader would read as a row of asterisks. */
export const shownMask = (masked: string): string => (/[\p{L}\p{N}]/u.test(masked) ? masked : '')
