// Spec §3, the data of the entry: the transaction, the service, route params and route query.
import { persisted } from './persisted.ts'
import type { WelcomeState } from './shapes.ts'

/** The visit counts as welcomed for this long after the last successful init (screens, "Entry"). */
export const WELCOME_EXPIRY_MINUTES = 50

const empty: WelcomeState = {
  welcome_expiry: 0,
  signed_in: false,
  service_info: null,
  kids: false,
  route_params: {},
  route_query: {},
  phone_proved: false,
  init_password: false,
  locale: null,
  welcome: null,
}

/** After a sign-in these facts stay: that the visit ended, until when that counts, and what the page that says so needs. */
const afterSignIn = ({ welcome_expiry, signed_in, service_info, locale }: WelcomeState): WelcomeState => ({
  ...empty,
  welcome_expiry,
  signed_in,
  service_info,
  locale,
})

export const useWelcome = persisted('welcome', empty, (state) => (state.signed_in ? afterSignIn(state) : state))
export const saveToWelcome = (patch: Partial<WelcomeState>): void => useWelcome.setState(patch)
