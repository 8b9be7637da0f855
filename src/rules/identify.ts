// Spec §2 and §5, identify: what is asked before a call is made, and how long what was found is good for.
import type { Authenticator, FoundUser } from '../wire/identify'
import { isEmail } from './email'
import type { MessageKey } from './messages'

const NAME_MOST = 100

/** A name in the one Unicode form in which names are compared, without blanks around it. */
export const normalName = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ')

export function fullNameProblem(name: string): MessageKey | null {
  const known = normalName(name)
  if (known === '') return 'identify.enterName'
  return known.length > NAME_MOST ? 'identify.nameTooLong' : null
}

export function loginIdProblem(login_id: string): MessageKey | null {
  const typed = login_id.trim()
  if (typed === '') return 'login.enterEmail'
  return isEmail(typed) ? null : 'identify.emailFormat'
}

/** The id that a recovery begins with: typed here before, typed at the login page, or named by whoever sent the member. */
export const knownLoginId = (...known: (string | undefined)[]): string =>
  known.map((one) => one?.trim() ?? '').find((one) => one !== '') ?? ''

/** The ids as they are listed: the one that joined last comes first. */
export const newestFirst = (users: readonly FoundUser[]): FoundUser[] =>
  users.toSorted((a, b) => b.joined_at.localeCompare(a.joined_at))

/** Whether this id was found by a phone that was proved in this visit. */
export const wasFound = (login_id: string, found: readonly FoundUser[]): boolean =>
  found.some((user) => user.login_id === login_id)

/**
 * The ways to reach a member, as they are offered. A found id's phone has just been sent a code and has to wait for the next one:
 * there the e-mail comes first.
 */
export const offered = (channels: readonly Authenticator[], isFound: boolean): Authenticator[] =>
  channels.toSorted((a, b) => (isFound ? a.authenticator_type.localeCompare(b.authenticator_type) : 0))
