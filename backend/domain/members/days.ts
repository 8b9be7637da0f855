// Calendar days and times, by dayjs. Everything is in UTC; the day of a birthday is in age.ts.
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(customParseFormat)
dayjs.extend(utc)

export { dayjs }

export type Days = number

export const DAY = 'YYYY-MM-DD'

export const daysBefore = (at: Date, days: Days): Date => dayjs.utc(at).subtract(days, 'day').toDate()

/** yyyy-MM-dd */
export const dayOf = (at: Date): string => dayjs.utc(at).format(DAY)

/** 2026-11-28 09:30Z, for operators */
export const minuteOf = (at: Date): string => dayjs.utc(at).format(`${DAY} HH:mm[Z]`)

/** 2026-11-28 09:30:15Z, for operators */
export const secondsOf = (at: Date): string => dayjs.utc(at).format(`${DAY} HH:mm:ss[Z]`)

/** Whether a day `yyyy-MM-dd` of this century or the last exists. */
export const isRealDay = (day: string): boolean => /^(?:19|20)/.test(day) && dayjs.utc(day, DAY, true).isValid()

const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d))?$/

/** @returns the time that a text such as 2024-05-01 or 2024-05-01T09:00+09:00 names. Null: another form, or a day that does not exist */
export function timeIn(text: string): Date | null {
  const time = dayjs.utc(TIME.test(text) && isRealDay(text.slice(0, DAY.length)) ? text : null)
  return time.isValid() ? time.toDate() : null
}
