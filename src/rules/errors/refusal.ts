// Spec §8 and Contract, "Conventions": what a failure means. The tables of rows beside this file read each failure through it.
import type { DetailCode, Failure } from '../../../contract/shapes/answer.ts'
import { NO_COOKIES, NO_VISIT } from '../../../contract/codes.ts'

/**
 * - `left`: the member has left the page that made the call, so nothing follows.
 * - `noResponse`: network error or timeout. The server may have received the call.
 * - `visitOver`: the member begins again from the service. The visit has ended, or this browser has no cookie of it any more. 409 says that
 *   the server cannot tell which visit is meant.
 * - `tooMany`: the same call is possible again after `retry_after`.
 * - `coded`: a 400, 401 or 412 with a detail code. A table decides.
 * - `invalid`: a 400 without a detail code, often with the `field` that the server refuses.
 * - `notSignedIn`: a 401 without a detail code. The server knows no session, step or token behind the call.
 * - `anotherStep`: a 412 without a detail code. The server waits for another step, or for none.
 * - `notHere`: a 403 that does not end the visit. It may come from a firewall.
 * - `notFound`: a 404. `rejected`: any other 4xx, as 413 and 415.
 * - `unavailable`: a 5xx, or an answer that does not match the contract.
 */
export type FailureKind =
  | 'left'
  | 'noResponse'
  | 'visitOver'
  | 'tooMany'
  | 'coded'
  | 'invalid'
  | 'notSignedIn'
  | 'anotherStep'
  | 'notHere'
  | 'notFound'
  | 'rejected'
  | 'unavailable'

/** The statuses whose detail codes the tables decide. Without a detail code each has a kind of its own. */
const codeless: Partial<Record<number, FailureKind>> = { 400: 'invalid', 401: 'notSignedIn', 412: 'anotherStep' }

const ENDED: readonly (string | undefined)[] = ['VISIT_OVER', NO_COOKIES, NO_VISIT]

export function failureKind({ reason, status, code, detail_code }: Failure): FailureKind {
  if (reason === 'contract') return 'unavailable'
  if (reason !== 'refused') return reason
  if (status === 409) return 'visitOver'
  if (status === 403) return ENDED.includes(code) ? 'visitOver' : 'notHere'
  if (status === 404) return 'notFound'
  if (status === 429) return 'tooMany'
  const kind = codeless[status]
  if (kind) return detail_code === null ? kind : 'coded'
  return status < 500 ? 'rejected' : 'unavailable'
}

/** The row of a table for a coded failure; undefined for any other failure and for a code without a row. */
export const rowOf = <Row>(rows: Partial<Record<DetailCode, Row>>, failure: Failure): Row | undefined =>
  failureKind(failure) === 'coded' ? rows[failure.detail_code as DetailCode] : undefined

export const isCoded = (failure: Failure, ...codes: readonly DetailCode[]): boolean =>
  failureKind(failure) === 'coded' && codes.some((code) => code === failure.detail_code)
