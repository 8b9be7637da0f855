// Spec §5, dates: yyyyMMdd as digits, yyyy-MM-dd with hyphens that come by themselves.
import type { MessageKey } from './messages'

/** Whether a day of this century or the last really was or will be; `yyyy-MM-dd`. */
export function isRealDate(date: string): boolean {
  if (!/^(?:19|20)\d{2}-\d{2}-\d{2}$/.test(date)) return false
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

/** `19991231` → `1999-12-31`. */
export const withHyphens = (digits: string): string =>
  [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)].filter((part) => part !== '').join('-')

/** The hyphens of yyyy-MM-dd stand where the typed digits have earned them. */
export const formatDate = (typed: string): string =>
  withHyphens(typed.slice(0, 1000).normalize('NFKC').replace(/\D/g, '').slice(0, 8))

/** yyyyMMdd: digits only, and a real day from 19xx or 20xx. */
export function dateProblem(date: string): MessageKey | null {
  if (date === '') return 'field.required'
  return /^\d{8}$/.test(date) && isRealDate(withHyphens(date)) ? null : 'field.dateFormat'
}
