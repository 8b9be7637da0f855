// Security A13: one canonical form for every spelling of a phone number, so that another spelling cannot evade limits and proofs.
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import { NATIONAL_TEL } from '../lists/codeGroups.ts'

/** Korea's mobile numbers without the first 0. Some of them, as 010-5980-1234, are missing from the metadata of libphonenumber-js. */
const KOREAN_MOBILE = /^\+821(0\d{8}|[16-9]\d{7,8})$/
/** The countries that codes are sent to. NOTE: several countries share a calling code, and fraudsters earn by calls to some of them (+1 876). */
const COUNTRIES = new Set(NATIONAL_TEL.map(({ code }) => code))
const CALLING_CODES = new Set(NATIONAL_TEL.map((code) => code.code_add))

/**
 * The number in E.164 ("+821012345678"), or null when it is no mobile number of a country that codes are sent to.
 * `callingCode` is used where the number itself does not begin with "+".
 */
export function canonicalPhone(number: string, callingCode = '82'): string | null {
  const written = number.normalize('NFKC').trim()
  if (written.length > 40 || !CALLING_CODES.has(callingCode)) return null
  const phone = parsePhoneNumberFromString(written, { defaultCallingCode: callingCode, extract: false })
  if (!phone || !COUNTRIES.has(phone.country ?? '')) return null
  return phone.isValid() || KOREAN_MOBILE.test(phone.number) ? phone.number : null
}

/** The country of a canonical number: "KR". */
export const countryOf = (phone: string): string => parsePhoneNumberFromString(phone)?.country ?? ''

/** A mask that shows nothing. */
export const HIDDEN_PHONE = '*'.repeat(10)

/**
 * `+821012345678` → `010-****-**78`, in another country `+86 *** **** **78`: the number's own groups, so that its owner recognises it.
 * A Korean number of ten digits has as many asterisks as one of eleven.
 */
export function maskedPhone(phone: string): string {
  const parsed = parsePhoneNumberFromString(phone)
  const last = phone.slice(-2)
  if (parsed?.country === 'KR') return `0${parsed.nationalNumber.slice(0, 2)}-****-**${last}`
  const [code = '', ...groups] = (parsed?.formatInternational() ?? '').split(' ')
  const hidden = groups.join(' ').replace(/\d/g, '*').slice(0, -2)
  return hidden === '' ? HIDDEN_PHONE : `${code} ${hidden}${last}`
}
