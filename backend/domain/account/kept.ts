// Contract, "Account": what of a member stays after the member has left, and for how long. The sweep (sweep.ts) deletes it then.
import type { Account } from '../../../contract/shapes/account.ts'
import type { Ctx } from '../../context.ts'

/** Five years with two leap days. The database allows no less than five years. */
export const CONSENT_DAYS = 1827

/** Consents and events stay without the name, the phone and the address. A message that could not be sent has its address until its job is deleted. */
export const keptAfterLeaving = ({ settings: { limits } }: Ctx): NonNullable<Account['kept']> => [
  { what: 'CONSENTS', days: CONSENT_DAYS },
  { what: 'EVENTS', days: limits.events_days },
  { what: 'SENT', days: limits.failed_jobs_days },
]
