// Ux, a way out of every step: another account goes on with this visit.
import { forgetIdentify } from '../stores/identify'
import { dropSecondStep } from '../stores/login'
import { saveSms } from '../stores/screen'
import { emptySignUp, saveSignUp } from '../stores/signUp'
import { saveToWelcome, useWelcome } from '../stores/welcome'

/** What this visit has learned of the account that is left is nobody else's. The id stays: whoever has mistyped it mends it. */
export function leaveAccount(): void {
  dropSecondStep()
  saveSms('login', null)
  saveSignUp(emptySignUp)
  forgetIdentify()
  const { route_query } = useWelcome.getState()
  saveToWelcome({ route_query: { ...route_query, nick: '' } })
}
