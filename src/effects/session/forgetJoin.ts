// Clears what a member typed for a join, so that the next member in this tab does not inherit it.
import { isOthersJoin } from '../../rules/join/joinOwner.ts'
import { useLogin } from '../../stores/login.ts'
import { useScreen } from '../../stores/screen.ts'
import { emptySignUp, readSignUp, useSignUp } from '../../stores/signUp.ts'
import { keepLetter } from './letter.ts'

/** Empties the whole join: the store, the enrollment letter with its sealed copy, and the state of every one-time code. */
export function forgetJoin(): void {
  // The letter first: the store still has the ticket of the sealed copy.
  void keepLetter(null)
  // NOTE: a patch with `emptySignUp` would leave the optional keys behind, for example the draft of the majors.
  useSignUp.setState(emptySignUp, true)
  useScreen.setState({ sms: {} })
}

/** @param next the login ID of a new sign-in; empty when the member only chose an account */
export function forgetOthersJoin(next: string): void {
  if (isOthersJoin(readSignUp(), useLogin.getState(), next)) forgetJoin()
}
