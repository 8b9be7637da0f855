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

/** Whole years as years, and anything else in days. */
export const keptSpan = (days: number): { value: number; unit: 'year' | 'day' } =>
  days >= 365 && days % 365 === 0 ? { value: days / 365, unit: 'year' } : { value: days, unit: 'day' }
