// Spec §5, mobile phone: digits from any pasted text, hyphens for display, and when a code can be sent.
import type { MessageKey } from '../texts/messages.ts'

/** The five countries of the specification by their ISO code, for when the service API has no list. */
export const COUNTRIES = [
  { nation_tel_no: '82', code: 'KR' },
  { nation_tel_no: '1', code: 'US' },
  { nation_tel_no: '86', code: 'CN' },
  { nation_tel_no: '81', code: 'JP' },
  { nation_tel_no: '256', code: 'UG' },
] as const
export const DEFAULT_NATION = '82'
export const PHONE_MAX_LENGTH = 256

export type Phone = { nation_tel_no: string; phone_number: string }

/** Longest first, so that +1 does not take a number of a longer code. */
const OFFERED = COUNTRIES.map(({ nation_tel_no }) => nation_tel_no)
const countryIn = (digits: string, offered: readonly string[]) =>
  [...offered].sort((a, b) => b.length - a.length).find((code) => digits.startsWith(code))

/**
 * A typed number: its digits, and those behind + or 00, the international prefix of most countries. `international` is undefined without a
 * prefix.
 */
function read(typed: string): { digits: string; international: string | undefined } {
  const marked = typed
    .slice(0, PHONE_MAX_LENGTH)
    .normalize('NFKC')
    .replace(/[^\d+]/g, '')
  const digits = marked.replace(/\+/g, '')
  if (marked.startsWith('+')) return { digits, international: digits }
  return { digits, international: digits.startsWith('00') ? digits.slice(2) : undefined }
}

/**
 * Whether a pasted number names a country that is not offered. Without this rule its digits would count as a number of the chosen
 * country, and a stranger would receive the code.
 */
export function isForeign(typed: string, offered: readonly string[] = OFFERED): boolean {
  const { international } = read(typed)
  if (international === undefined || countryIn(international, offered)) return false
  return !offered.some((code) => code.startsWith(international))
}

/** A Korean mobile number without its national 0, alone or after the country code: 10…, 8210… */
const KOREAN = /^(?:82)?0?(10\d{8}|1[16-9]\d{8})$/

/**
 * Returns typed or pasted text as digits. A leading + or 00 names the country (+82 10…, 0082 10… set Korea); without it `nation_tel_no`
 * stays. Korean numbers get their national 0 back.
 */
export function parsePhone(
  typed: string,
  nation_tel_no: string = DEFAULT_NATION,
  offered: readonly string[] = OFFERED,
): Phone {
  const { digits, international = '' } = read(typed)
  const country = countryIn(international, offered)
  if (country === undefined) {
    const national = nation_tel_no === DEFAULT_NATION ? KOREAN.exec(digits)?.[1] : undefined
    return { nation_tel_no, phone_number: national === undefined ? digits : `0${national}` }
  }
  const rest = international.slice(country.length)
  const national = country === DEFAULT_NATION && rest !== '' && !rest.startsWith('0') ? `0${rest}` : rest
  return { nation_tel_no: country, phone_number: national }
}

/** 3, then 3 or 4, then 4: 010-123-4567, 010-1234-5678. An unfinished number gets the hyphens so far. */
export function formatPhone(phone_number: string): string {
  const middle = phone_number.length > 10 ? 7 : 6
  return [phone_number.slice(0, 3), phone_number.slice(3, middle), phone_number.slice(middle)]
    .filter((part) => part !== '')
    .join('-')
}

/** Nine digits are enough to request a code. For a second factor the server knows the number. */
export const canSend = (phone_number: string, isSecondFactor: boolean): boolean =>
  isSecondFactor || phone_number.length >= 9

/** Mobile: 10 to 14 digits. */
export function mobileProblem(phone_number: string): MessageKey | null {
  if (phone_number === '') return 'field.mobileEmpty'
  return /^\d{10,14}$/.test(phone_number) ? null : 'field.mobileFormat'
}
