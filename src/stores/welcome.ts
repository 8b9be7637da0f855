// Spec §3, what the welcome brought: the transaction, the service, and the entry's route params and query.
import { persisted } from './persisted'
import type { WelcomeState } from './shapes'

/** The visit counts as welcomed for this long after the last successful init (screens, "Entry"). */
export const WELCOME_EXPIRY_MINUTES = 50

const empty: WelcomeState = {
  welcome_expiry: 0,
  signed_in: false,
  service_info: null,
  kids: false,
  route_params: {},
  route_query: {},
  init_password: false,
  locale: null,
  welcome: null,
}

export const useWelcome = persisted('welcome', empty)
export const saveToWelcome = (patch: Partial<WelcomeState>): void => useWelcome.setState(patch)
