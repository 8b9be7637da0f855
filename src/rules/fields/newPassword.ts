// Spec §5, new-password messages 1 to 7, in that order. Message 2 tells that the field stripped Korean characters.
import type { DetailCode } from '../../../contract/shapes/answer.ts'
import * as detail from '../../../contract/detailCodes.ts'
import type { MessageKey } from '../texts/messages.ts'
import type { NoticeText } from '../texts/noticeTitles.ts'
import {
  foreignIn,
  hasOnlyAllowed,
  isSequential,
  kindsIn,
  LEAST_WITH_THREE_KINDS,
  LEAST_WITH_TWO_KINDS,
  type PasswordOwner,
  passwordProblem,
  repeatedCharacter,
  sameAsOwner,
  sequenceIn,
} from './password.ts'

export const KOREAN_STRIPPED: MessageKey = 'password.message2'

const REPEATED: readonly MessageKey[] = ['password.message3', 'password.message4', 'password.message5']
const repeatedMessage = (character: string): MessageKey => {
  if (/[a-z]/i.test(character)) return 'password.message3'
  return /\d/.test(character) ? 'password.message4' : 'password.message5'
}

/** Refusals of a new password that only the server can decide, by detail code (Spec §8). */
export const newPasswordRefused: Partial<Record<DetailCode, NoticeText>> = {
  [detail.PASSWORD_NOT_ALLOWED]: 'refused.newPassword',
  [detail.PASSWORD_SAME_AS_ID]: 'refused.passwordSameAsId',
  [detail.PASSWORD_SAME_AS_PHONE]: 'refused.passwordSameAsPhone',
  [detail.PASSWORD_SAME_AS_BEFORE]: 'refused.passwordSameAsBefore',
}

/** A plain password field checks only the length. */
export const plainPasswordProblem = (value: string): MessageKey | null =>
  value.length < LEAST_WITH_THREE_KINDS ? 'password.least8' : null

/** The key of the problem with a new password, or null. */
export function newPasswordProblem(value: string, owner: PasswordOwner = {}): MessageKey | null {
  if (isSequential(value)) return 'password.message1'
  const kinds = kindsIn(value)
  if (kinds === 1 && hasOnlyAllowed(value)) return 'password.message6'
  const repeated = repeatedCharacter(value)
  if (repeated !== null) return repeatedMessage(repeated)
  if (kinds === 3 && value.length < LEAST_WITH_THREE_KINDS) return 'password.message6'
  if (kinds === 2 && value.length < LEAST_WITH_TWO_KINDS) return 'password.message7'
  const short = plainPasswordProblem(value)
  if (short !== null) return short
  return passwordProblem(value) ?? sameAsOwner(value, owner)
}

type Fault = { text: MessageKey; values?: { part: string } }

/** This problem in words that name the part of the password, for its own field. Null: no part of it is wrong by itself. */
export function faultOf(problem: MessageKey, value: string): Fault | null {
  const [sequence, foreign, repeated] = [sequenceIn(value), foreignIn(value), repeatedCharacter(value)]
  if (problem === 'password.message1' && sequence)
    return { text: 'password.partSequential', values: { part: sequence } }
  if (problem === 'password.characters' && foreign)
    return foreign.trim() === ''
      ? { text: 'password.blank' }
      : { text: 'password.partForeign', values: { part: foreign } }
  return REPEATED.includes(problem) && repeated
    ? { text: 'password.partRepeated', values: { part: repeated.repeat(3) } }
    : null
}

/** An empty confirmation is a problem even beside an empty password, so that one attempt shows both. */
export function comparisonProblem(password: string, passwordComparison: string): MessageKey | null {
  if (passwordComparison === '') return 'password.repeat'
  return password === passwordComparison ? null : 'password.notMatch'
}
