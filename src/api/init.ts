// Spec §7, auth API, what the entry asks. Apart from auth.ts, because it is in the first load.
import type { Answer } from '../wire/answer.ts'
import { ServiceInfo, type Transaction, Welcome } from '../wire/welcome.ts'
import { takeEarly } from './early.ts'
import { adoptResponse, call } from './http.ts'

export function initLogin(query: Transaction): Promise<Answer<Welcome>> {
  const asked = { method: 'GET', path: '/v1/init/login', query, shape: Welcome } as const
  const early = takeEarly('init', query.transaction_id)
  return early ? adoptResponse('auth', early, asked) : call('auth', asked)
}

/**
 * Quiet: the entry's own rule says "service unavailable" (Spec §8), and a toast of the HTTP layer would tell the same cause twice.
 * @param query left out in a tab that does not know its visit: the server takes the only one of this browser
 */
export function serviceInfo(query: Partial<Transaction> = {}): Promise<Answer<ServiceInfo>> {
  const asked = { method: 'GET', path: '/v1/profile/rp', query, shape: ServiceInfo, quiet: true } as const
  const early = takeEarly('service', query.transaction_id ?? '')
  return early ? adoptResponse('auth', early, asked) : call('auth', asked)
}
