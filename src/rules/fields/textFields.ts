// Spec §5 and §9, plain inputs: maximum length, digits, landline phones, names.
import { isFullName } from '../../../contract/names.ts'
import type { MessageKey } from '../texts/messages.ts'

export const INPUT_MAX_LENGTH = 1000

/** Strips everything but digits. Full-width digits count. */
export const onlyDigits = (typed: string): string =>
  typed.slice(0, INPUT_MAX_LENGTH).normalize('NFKC').replace(/\D/g, '')

/** Names and free texts as they are sent: NFC, without surrounding spaces and direction marks. */
export const cleanText = (typed: string): string =>
  typed
    .slice(0, INPUT_MAX_LENGTH)
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim()

/** Checks a full name. */
export function nameProblem(typed: string): MessageKey | null {
  const name = cleanText(typed)
  if (name === '') return 'field.nameEmpty'
  return isFullName(name) ? null : 'field.nameLetters'
}

/** Landline phone: 8 to 14 digits. `isRequired: false` allows an empty one. */
export function landlineProblem(digits: string, isRequired = true): MessageKey | null {
  if (digits === '') return isRequired ? 'field.landlineEmpty' : null
  return /^\d{8,14}$/.test(digits) ? null : 'field.landlineFormat'
}
