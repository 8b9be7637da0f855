// Spec §4, loads the user info of the member behind the pending step. Not in the first load, because few sign-ins need it.
import { userInfo } from '../../api/auth.ts'
import { goFailed } from '../../rules/errors/http.ts'
import { failureKind } from '../../rules/errors/refusal.ts'
import { goError, type Outcome, ended } from '../../rules/visit/outcome.ts'
import { saveLogin } from '../../stores/login.ts'

/** @returns the outcome of a failure: a failing server can be tried again, a refusal cannot */
export async function loadUserInfo(): Promise<Outcome | null> {
  const answer = await userInfo()
  if (answer.ok) {
    saveLogin({ identity: answer.data })
    return null
  }
  const kind = failureKind(answer.failure)
  if (kind === 'visitOver') return ended
  return [kind === 'notSignedIn' ? goError('403') : goFailed(answer.failure)]
}
