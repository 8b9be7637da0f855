// Screens, "Join": completes the privacy page. The password was sealed with its screen.
import { signUp } from '../../api/join.ts'
import { cleanEmail } from '../../rules/fields/email.ts'
import { onJoined } from '../../rules/errors/join.ts'
import { go, type Outcome } from '../../rules/visit/outcome.ts'
import { paths } from '../../rules/visit/paths.ts'
import { invitedPayload } from '../../rules/join/signUpPayload.ts'
import { readJoin } from '../../stores/join.ts'
import { saveSignUp } from '../../stores/signUp.ts'
import { joinFacts } from './joinFacts.ts'
import { sendLetter } from './letterUpload.ts'

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
