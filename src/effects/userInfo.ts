// Spec §4, loads the user info of the member behind the pending step. Not in the first load, because few sign-ins need it.
import { userInfo } from '../api/auth'
import { goError, type Outcome, overdue } from '../rules/outcome'
import { saveLogin } from '../stores/login'
import { isVisitOver } from '../wire/answer'

/** @returns the outcome of a failure: a failing server can be tried again, a refusal cannot */
export async function loadUserInfo(): Promise<Outcome | null> {
  const answer = await userInfo()
  if (!answer.ok && isVisitOver(answer.failure)) return overdue
  if (!answer.ok) return [goError(answer.failure.status === 401 ? '403' : '500')]
  saveLogin({ identity: answer.data })
  return null
}
