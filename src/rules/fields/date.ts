// Spec §5, dates: an existing day in 19xx or 20xx, and yyyy-MM-dd with automatic hyphens.
import { DAY, dayjs } from './dayjs.ts'

/** Whether a date `yyyy-MM-dd` of this century or the last exists. */
export const isRealDate = (date: string): boolean => /^(?:19|20)/.test(date) && dayjs.utc(date, DAY, true).isValid()

/** `19991231` → `1999-12-31`. An unfinished date gets the hyphens so far: `19990` → `1999-0`. */
export const withHyphens = (digits: string): string =>
  [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)].filter((part) => part !== '').join('-')
