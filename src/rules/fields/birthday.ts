// Spec §5, birthday: formatted 4-2-2 while typing, and an existing day.
import { isRealDate, withHyphens } from './date.ts'
import type { MessageKey } from '../texts/messages.ts'
import { isUnderAge, todayInKorea } from './age.ts'

/** The example beside the field, and where its calendar opens. The field itself begins empty, so that no unseen value is sent. */
export const DEFAULT_BIRTHDAY = '2000-01-01'
export const BIRTHDAY_MAX_LENGTH = 10

/** The digits of typed or pasted text, full-width ones too, at most `most`. */
export const birthdayDigits = (typed: string, most = 8): string =>
  typed.slice(0, 1000).normalize('NFKC').replace(/\D/g, '').slice(0, most)

/** Year, month and day with separators, as people write them: 1999.1.31, 1999-1-, 1999年1月31日. */
const PARTED = /^\D*(\d{4})\D+(\d{1,2})(?:(\D+)(?:(\d{1,2})\D*)?)?$/
/** The same with a year of two digits, from its first separator on: 99., 99.1.3. */
const SHORT = /^\D*(\d{2})\D+(?:(0?[1-9]|1[0-2])(?:(\D+)(?:(0?[1-9]|[12]\d|3[01])\D*)?)?)?$/

/** Adds a zero to a month or day of one digit once a separator follows it. */
const padded = (month: string, parting: string | undefined) => (parting === undefined ? month : month.padStart(2, '0'))

/** Formats typed or pasted text as 4-2-2 with hyphens. A year of two digits stays as it is until the member has finished. */
export function formatBirthday(typed: string): string {
  const text = typed.slice(0, 100).normalize('NFKC').trim()
  const [, shortYear, shortMonth = '', shortParting, shortDay = ''] = SHORT.exec(text) ?? []
  if (shortYear !== undefined)
    return `${shortYear}-${padded(shortMonth, shortParting)}${shortParting === undefined ? '' : '-'}${shortDay}`
  const [, year, month = '', parting, day = ''] = PARTED.exec(text) ?? []
  return withHyphens(birthdayDigits(year === undefined ? typed : `${year}${padded(month, parting)}${day}`))
}

/** The year of a person that two digits mean: the latest one that has begun. */
function fullYear(short: string, now: number): string {
  const year = todayInKorea(now).slice(0, 4)
  return `${short > year.slice(2) ? Number(year.slice(0, 2)) - 1 : year.slice(0, 2)}${short}`
}

/**
 * A day that was typed with its year at the end, as in English (3/14/1990): yyyy-MM-dd, or null. Null too where day and month could each be either.
 * @param text as `formatBirthday` leaves it, 3141-99-0
 */
function yearLast(text: string): string | null {
  const [, one = '', other = '', year = ''] = /^(\d{1,2})(\d{2})((?:19|20)\d{2})$/.exec(text.replaceAll('-', '')) ?? []
  const days = [
    [one, other],
    [other, one],
  ].map(([month = '', day = '']) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  const [day, second] = [...new Set(days.filter(isRealDate))]
  return day !== undefined && second === undefined ? day : null
}

/**
 * Formats the text of a field that loses the focus or is sent: like `formatBirthday`, with a zero before a day of one digit, and with the
 * century of a year of two digits (99.1.3 and 990103), and a year at the end first (3/14/1990).
 */
export function finishBirthday(typed: string, now: number): string {
  const text = formatBirthday(typed).replace(
    /^(\d{2})(\d{2})-(\d{2})$/,
    (whole, year: string, month: string, day: string) => (/^(?:19|20)/.test(whole) ? whole : `${year}-${month}-${day}`),
  )
  const last = isRealDate(text) ? null : yearLast(text)
  if (last) return last
  return text
    .replace(/^(\d{2})-(\d{1,2})-(\d{1,2})$/, (_, year: string, ...rest: string[]) =>
      [fullYear(year, now), ...rest.slice(0, 2).map((part) => part.padStart(2, '0'))].join('-'),
    )
    .replace(/^(\d{4}-\d{2}-)(\d)$/, '$10$2')
}

/** The same for the year of a group member: 99 is 1999. */
export const finishBirthYear = (typed: string, now: number): string =>
  birthdayDigits(typed, 4).replace(/^\d{2}$/, (short) => fullYear(short, now))

/** @param now epoch milliseconds; the calendar day is Korea's */
export function birthdayProblem(birthday: string, now: number): MessageKey | null {
  if (birthday === '') return 'field.birthdayEmpty'
  if (!/^\d{4}-\d{2}-\d{2}$/.test(birthday) || !isRealDate(birthday)) return 'field.birthdayFormat'
  if (birthday > todayInKorea(now)) return 'field.birthdayFuture'
  return isUnderAge(birthday, now) ? 'field.underAge' : null
}

/** A group member gives the year only. */
export function birthYearProblem(year: string, now: number): MessageKey | null {
  if (year === '') return 'field.birthYearEmpty'
  if (!/^(?:19|20)\d{2}$/.test(year)) return 'field.birthYearFormat'
  if (year > todayInKorea(now).slice(0, 4)) return 'field.birthdayFuture'
  return isUnderAge(`${year}-12-31`, now) ? 'field.underAge' : null
}
