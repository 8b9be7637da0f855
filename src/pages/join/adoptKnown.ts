// Spec §4, JOIN: whoever has signed in without being a member yet is known by that login id; it is not asked for or proved again.
import { emailProblem } from '../../rules/email'
import { useLogin } from '../../stores/login'
import { emptySignUp, readSignUp, saveSignUp } from '../../stores/signUp'
import { useWelcome } from '../../stores/welcome'

export function adoptKnown(): void {
  const { matcher_type, step_login_id } = useLogin.getState()
  const { fixed, login_id } = readSignUp()
  if (matcher_type === 'JOIN' && step_login_id !== '') {
    // What is fixed came from a sign-in; if it was somebody else's, so is the rest.
    const isOthers = fixed.includes('login_id') && login_id !== step_login_id
    const known = { matcher_type, login_id: step_login_id, emailVerified: true, fixed: ['login_id'] }
    return saveSignUp({ ...(isOthers && emptySignUp), ...known })
  }
  // The partner's hint is a beginning, which the member may change.
  const hint = useWelcome.getState().route_query.login_id ?? ''
  if (login_id === '' && emailProblem(hint) === null) saveSignUp({ login_id: hint })
}
