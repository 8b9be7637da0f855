// Screens, "Join": completes the privacy page. The password was sealed with its screen.
import { signUp } from '../../api/join'
import { cleanEmail } from '../../rules/email'
import { onJoined } from '../../rules/errors/join'
import { go, type Outcome } from '../../rules/outcome'
import { paths } from '../../rules/paths'
import { invitedPayload } from '../../rules/signUpPayload'
import { readJoin } from '../../stores/join'
import { saveSignUp } from '../../stores/signUp'
import { joinFacts } from './joinFacts'
import { sendLetter } from './letterUpload'

export async function finishPrivacy(isInvited: boolean): Promise<Outcome> {
  const { login_id, password, pendingPassword } = readJoin()
  saveSignUp({ login_id: cleanEmail(login_id), password: pendingPassword || password, pendingPassword: '' })
  if (!isInvited) return [go(paths.joinService)]
  // An invited member does not apply for a service. The service's requirements follow the join as a step.
  saveSignUp({ skipServices: true })
  const answer = await signUp(invitedPayload(readJoin()))
  if (answer.ok) void sendLetter()
  return onJoined(answer, joinFacts(isInvited))
}
