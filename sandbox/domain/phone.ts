// Security A13: every way of writing a phone number is one number, so that limits and proofs cannot be walked around.
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import { NATIONAL_TEL } from './codeGroups'

const CALLING_CODES = new Set(NATIONAL_TEL.map((code) => code.code_add))

/**
 * The number in E.164 ("+821012345678"), or null when it is no mobile number of a country that codes are sent to.
 * `callingCode` is used where the number itself does not begin with "+".
 */
export function canonicalPhone(number: string, callingCode = '82'): string | null {
  const written = number.normalize('NFKC').trim()
  if (written.length > 40 || !CALLING_CODES.has(callingCode)) return null
  const phone = parsePhoneNumberFromString(written, { defaultCallingCode: callingCode, extract: false })
  if (!phone?.isValid() || !CALLING_CODES.has(phone.countryCallingCode)) return null
  return phone.number
}

/** The country part of a canonical number: "82". */
export const callingCodeOf = (phone: string): string => parsePhoneNumberFromString(phone)?.countryCallingCode ?? ''

/** As long as every mask of a phone. */
export const HIDDEN_PHONE = '*'.repeat(10)

/** `+821012345678` → `********78`: of every number alike, so that neither country nor length tells whether somebody has it. */
export const maskedPhone = (phone: string): string => `${'*'.repeat(8)}${phone.slice(-2)}`
