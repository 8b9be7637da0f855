// Spec §2, welcome entry: init data and service info are asked for at the same time, once for each transaction.
import { initLogin, serviceInfo } from '../api/init'
import { type EntryAction, type EntryQuery, kindOfType, notAnEntry, onEntered, parseEntryQuery } from '../rules/entry'
import type { Outcome } from '../rules/outcome'
import { keptId } from '../stores/kept'
import { saveToWelcome, useWelcome } from '../stores/welcome'
import { inTime } from '../wire/patience'
import { factsOf } from './serviceFacts'

type Action = Exclude<EntryAction, 'session'>

/** StrictMode runs effects twice; the same entry is asked for once. */
const entries = new Map<string, Promise<Outcome>>()

/**
 * What the entry's query has for later pages. Its transaction is kept until the init has been answered: the error page can then try
 * again, long after the address was cleared.
 */
export function keepEntry(
  action: EntryAction,
  { transaction_id, state, terms_types, login_id, type, certification }: EntryQuery,
): void {
  saveToWelcome({
    route_params: { action, transaction_id, state },
    route_query: { terms_types, login_id: login_id || keptId(), type, certification },
    phone_proved: false,
    init_password: action === 'password',
  })
}

async function ask(action: Action, query: EntryQuery): Promise<Outcome> {
  keepEntry(action, query)
  const { transaction_id, state, type, certification } = query
  const [init, first] = await Promise.all([initLogin({ transaction_id, state }), serviceInfo(transaction_id)])
  // Screens, "Entry": only a service info that failed is asked for once more. The contract does not tie rp_id to client_id.
  const service = init.ok && !first.ok ? await serviceInfo() : first
  if (action !== 'sign-up' || !init.ok) {
    const { login_id = '' } = useWelcome.getState().route_query
    return onEntered(action, init, service, { memberKind: kindOfType(type), login_id, certification })
  }
  // Not in the first load: few visits are invitations.
  const [{ signUpInfo }, { invited, onInvitation }] = await inTime(
    Promise.all([import('../api/join'), import('../rules/invitation')]),
  )
  const answer = await signUpInfo({ transaction_id, state })
  const memberKind = answer.ok && invited(answer.data).isSkFamily ? 'SK' : 'GEN'
  return onInvitation(onEntered(action, init, service, { memberKind }), answer, factsOf(service))
}

/** What the entry of this address leads to. */
export function enterOnce(action: Action, search: string): Promise<Outcome> {
  const query = parseEntryQuery(search)
  if (!query) return Promise.resolve(notAnEntry)
  const key = `${action} ${query.transaction_id}`
  const known = entries.get(key)
  if (known) return known
  // Until it has come to its end: "try again" asks again.
  const entry = ask(action, query).finally(() => setTimeout(() => entries.delete(key)))
  entries.set(key, entry)
  return entry
}
