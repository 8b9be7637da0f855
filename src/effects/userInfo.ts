// Spec §4, load user info: the member behind the pending step. Not in the first load: few sign-ins ask for it.
import { userInfo } from '../api/auth'
import { goError, type Outcome, overdue } from '../rules/outcome'
import { saveLogin } from '../stores/login'
import { isVisitOver } from '../wire/answer'

/** @returns what is left to do where it cannot be had: a server that fails can be tried again, one that refuses cannot */
export async function loadUserInfo(): Promise<Outcome | null> {
  const answer = await userInfo()
  if (!answer.ok && isVisitOver(answer.failure)) return overdue
  if (!answer.ok) return [goError(answer.failure.status === 401 ? '403' : '500')]
  saveLogin({ identity: answer.data })
  return null
}
