// Forgets the current account when the member continues with another one in the same visit.
import { forgetIdentify } from '../../stores/identify.ts'
import { forgetStep } from '../../stores/login.ts'
import { saveToWelcome, useWelcome } from '../../stores/welcome.ts'
import { forgetJoin } from './forgetJoin.ts'

/** Forgets everything that this visit knows of the account. The login ID stays, so that a member can correct a typing error. */
export function leaveAccount(): void {
  forgetStep()
  forgetJoin()
  forgetIdentify()
  const { route_query } = useWelcome.getState()
  saveToWelcome({ route_query: { ...route_query, nick: '' }, phone_proved: false })
}
