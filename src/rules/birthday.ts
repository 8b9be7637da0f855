// Spec §5, birthday: formatted 4-2-2 while typing, and an existing day.
import { isRealDate, withHyphens } from './date'
import type { MessageKey } from './messages'
import { isUnderAge, todayInKorea } from './age'

/** The example beside the field. The field itself begins empty, so that no unseen value is sent. */
export const DEFAULT_BIRTHDAY = '2000-01-01'
export const BIRTHDAY_MAX_LENGTH = 10

/** The digits of typed or pasted text, full-width ones too, at most `most`. */
export const birthdayDigits = (typed: string, most = 8): string =>
  typed.slice(0, 1000).normalize('NFKC').replace(/\D/g, '').slice(0, most)

/** Year, month and day with separators, as people write them: 1999.1.31, 1999-1-, 1999年1月31日. */
const PARTED = /^\D*(\d{4})\D+(\d{1,2})(?:(\D+)(?:(\d{1,2})\D*)?)?$/

/** Adds a zero to a month or day of one digit once a separator follows it. */
function parted(typed: string): string {
  const [, year, month = '', parting, day = ''] = PARTED.exec(typed.slice(0, 100).normalize('NFKC').trim()) ?? []
  return year === undefined || parting === undefined ? typed : `${year}${month.padStart(2, '0')}${day}`
}

/** Formats typed or pasted text as 4-2-2 with hyphens. */
export const formatBirthday = (typed: string): string => withHyphens(birthdayDigits(parted(typed)))

/** Formats the text of a field that loses the focus: like `formatBirthday`, and a day of one digit at the end gets a leading zero. */
export const finishBirthday = (typed: string): string => formatBirthday(typed).replace(/^(\d{4}-\d{2}-)(\d)$/, '$10$2')

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
