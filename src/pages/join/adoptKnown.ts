// Spec §4, JOIN: a person who signed in without being a member yet is known by that login ID, which is not asked for or proved again.
import { forgetJoin } from '../../effects/session/forgetJoin.ts'
import { emailProblem } from '../../rules/fields/email.ts'
import { useLogin } from '../../stores/login.ts'
import { readJoin } from '../../stores/join.ts'
import { saveSignUp } from '../../stores/signUp.ts'
import { useWelcome } from '../../stores/welcome.ts'

export function adoptKnown(): void {
  const { matcher_type, step_login_id } = useLogin.getState()
  const { fixed, login_id } = readJoin()
  if (matcher_type === 'JOIN' && step_login_id !== '') {
    // A fixed ID came from a sign-in. If it was another member's, so is the rest.
    if (fixed.includes('login_id') && login_id !== step_login_id) forgetJoin()
    return saveSignUp({ matcher_type, login_id: step_login_id, emailVerified: true, fixed: ['login_id'] })
  }
  // The partner's hint is a default that the member can change.
  const hint = useWelcome.getState().route_query.login_id ?? ''
  if (login_id === '' && emailProblem(hint) === null) saveSignUp({ login_id: hint })
}
