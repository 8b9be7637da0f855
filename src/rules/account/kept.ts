// Contract, "Account", `kept`: how long something is kept after a member has left.
import type { KEPT } from '../../../contract/shapes/account.ts'
import type { MessageKey } from '../texts/messages.ts'

/** What it is, and why it is kept. */
export const keptWords: Record<(typeof KEPT)[number], MessageKey> = {
  CONSENTS: 'account.keptConsents',
  EVENTS: 'account.keptEvents',
  SENT: 'account.keptSent',
  BACKUPS: 'account.keptBackups',
}

/** Whole years as years, whether or not their leap days are counted, and anything else in days. */
export function keptSpan(days: number): { value: number; unit: 'year' | 'day' } {
  const years = Math.floor(days / 365)
  const isWhole = years > 0 && days - years * 365 <= Math.ceil(years / 4)
  return isWhole ? { value: years, unit: 'year' } : { value: days, unit: 'day' }
}
