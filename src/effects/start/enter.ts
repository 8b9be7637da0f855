// Spec §2, entry: init data and service info are requested at the same time, once for each transaction.
import { initLogin, serviceInfo } from '../../api/init.ts'
import {
  type EntryAction,
  type EntryQuery,
  kindOfType,
  notAnEntry,
  onEntered,
  parseEntryQuery,
} from '../../rules/visit/entry.ts'
import type { Outcome } from '../../rules/visit/outcome.ts'
import { keptId } from '../../stores/expiredVisit.ts'
import { type Path, paths } from '../../rules/visit/paths.ts'
import { saveToWelcome, useWelcome } from '../../stores/welcome.ts'
import { withTimeout } from '../../state/timeout.ts'
import { factsOf } from '../session/serviceFacts.ts'
import { pageState } from '../../state/pageState.ts'

type Action = Exclude<EntryAction, 'session'>

/** StrictMode runs effects twice, but an entry is requested once. */
const page = pageState(() => ({ entries: new Map<string, Promise<Outcome>>() }))

/**
 * Stores what later pages need of the entry's query. The transaction stays until the init has answered, so that the error page can try
 * again after the address was cleared.
 */
export function keepEntry(
  action: EntryAction,
  { transaction_id, state, terms_types, login_id, type, ui_locales, certification }: EntryQuery,
): void {
  saveToWelcome({
    route_params: { action, transaction_id, state },
    route_query: { terms_types, login_id: login_id || keptId(), type, ui_locales, certification },
    phone_proved: false,
    init_password: action === 'password',
  })
}

/** /certification requires the phone proof, even if the entry did not ask for it. @param here the page of the sign-in */
export function requirePhone(here: Path): void {
  if (here !== paths.certification) return
  const { route_query } = useWelcome.getState()
  saveToWelcome({ route_query: { ...route_query, certification: true } })
}

async function ask(action: Action, query: EntryQuery): Promise<Outcome> {
  keepEntry(action, query)
  const { transaction_id, state, type, certification } = query
  const visit = { transaction_id, state }
  const [init, first] = await Promise.all([initLogin(visit), serviceInfo(visit)])
  // Screens, "Entry": only a service info that failed is requested again. The contract does not tie rp_id to client_id.
  const service = init.ok && !first.ok ? await serviceInfo(visit) : first
  if (action !== 'sign-up' || !init.ok) {
    const { login_id = '' } = useWelcome.getState().route_query
    return onEntered(action, init, service, { memberKind: kindOfType(type), login_id, certification })
  }
  // Not in the first load, because few visits are invitations.
  const [{ signUpInfo }, { invited, onInvitation }] = await withTimeout(
    Promise.all([import('../../api/join.ts'), import('../../rules/join/invitation.ts')]),
  )
  const answer = await signUpInfo(visit)
  const memberKind = answer.ok ? invited(answer.data).kind : 'GEN'
  return onInvitation(onEntered(action, init, service, { memberKind }), answer, factsOf(service))
}

/** The outcome of the entry at this address. */
export function enterOnce(action: Action, search: string): Promise<Outcome> {
  const query = parseEntryQuery(search)
  if (!query) return Promise.resolve(notAnEntry)
  const key = `${action} ${query.transaction_id}`
  const known = page.entries.get(key)
  if (known) return known
  // Deleted when it ends, so that "try again" sends a new request.
  const entry = ask(action, query).finally(() => setTimeout(() => page.entries.delete(key)))
  page.entries.set(key, entry)
  return entry
}
