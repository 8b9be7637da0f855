// Spec §7, auth API, what the entry asks. Apart from auth.ts, because it is in the first load.
import * as rows from '../../contract/calls/entry.ts'
import type { Transaction } from '../../contract/shapes/welcome.ts'
import type { AnswerOf, Asked, GivenTo } from './call.ts'
import { takeEarly } from './handover.ts'
import { adoptResponse, call } from './http.ts'

/** The answer that the page has asked for before this code arrived, or else the call. */
function take<R extends Asked>(
  which: 'init' | 'service',
  row: R,
  given: GivenTo<R> & { query: Partial<Transaction> },
): Promise<AnswerOf<R>> {
  const early = takeEarly(which, given.query.transaction_id ?? '')
  return early ? adoptResponse(early, row, given) : call(row, given)
}

export const initLogin = (query: Transaction) => take('init', rows.initLogin, { query })

/**
 * Quiet: the entry's own rule says "service unavailable" (Spec §8), and a toast of the HTTP layer would tell the same cause twice.
 * @param query left out in a tab that does not know its visit: the server takes the only one of this browser
 */
export const serviceInfo = (query: Partial<Transaction> = {}) =>
  take('service', rows.serviceInfo, { query, quiet: true })
