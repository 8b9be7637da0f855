// Spec §4, JOIN: whoever has signed in without being a member yet is known by that login id; it is not asked for or proved again.
import { emailProblem } from '../../rules/email'
import { useLogin } from '../../stores/login'
import { readSignUp, saveSignUp } from '../../stores/signUp'
import { useWelcome } from '../../stores/welcome'

export function adoptKnown(): void {
  const { matcher_type, login_id: signedIn } = useLogin.getState()
  if (matcher_type === 'JOIN' && signedIn !== '')
    return saveSignUp({ matcher_type, login_id: signedIn, emailVerified: true, fixed: ['login_id'] })
  // The partner's hint is a beginning, which the member may change.
  const hint = useWelcome.getState().route_query.login_id ?? ''
  if (readSignUp().login_id === '' && emailProblem(hint) === null) saveSignUp({ login_id: hint })
}
