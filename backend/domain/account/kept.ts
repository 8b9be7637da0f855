// Contract, "Account": what of a member stays after the member has left, and for how long. The sweep (sweep.ts) deletes it then.
import type { Account } from '../../../contract/shapes/account.ts'

/** How long events and addresses are stored: the three months of the privacy policy (public/policies). The database allows no less. */
export const EVENTS_DAYS = 90

/** How long an operator can start a failed job again: a message that could not be sent has its address for so long. */
export const FAILED_DAYS = 30

/** Five years with two leap days. The database allows no less than five years. */
export const CONSENT_DAYS = 1827

/** Consents and events stay without the name, the phone and the address. */
export const keptAfterLeaving = (): NonNullable<Account['kept']> => [
  { what: 'CONSENTS', days: CONSENT_DAYS },
  { what: 'EVENTS', days: EVENTS_DAYS },
  { what: 'SENT', days: FAILED_DAYS },
]
