// Spec §5 and §9, plain inputs: how long they may be, digits only, landline phones, names.
import { isFullName } from '../wire/names'
import type { MessageKey } from './messages'

export const INPUT_MAX_LENGTH = 1000

/** Number inputs strip whatever is no digit; full-width digits count. */
export const onlyDigits = (typed: string): string =>
  typed.slice(0, INPUT_MAX_LENGTH).normalize('NFKC').replace(/\D/g, '')

/** Names and texts of one's own as they are sent: composed Hangul, no blanks around, no invisible marks of direction. */
export const cleanText = (typed: string): string =>
  typed
    .slice(0, INPUT_MAX_LENGTH)
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim()

/** A full name as a member types it. */
export function nameProblem(typed: string): MessageKey | null {
  const name = cleanText(typed)
  if (name === '') return 'field.nameEmpty'
  return isFullName(name) ? null : 'field.nameLetters'
}

/** Landline phone: 8 to 14 digits. Optional where `isRequired` is false. */
export function landlineProblem(digits: string, isRequired = true): MessageKey | null {
  if (digits === '') return isRequired ? 'field.landlineEmpty' : null
  return /^\d{8,14}$/.test(digits) ? null : 'field.landlineFormat'
}
