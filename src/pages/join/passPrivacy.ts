// Screens, "Join": completes the privacy page. The password is sealed now, and is never stored in any other form.
import { signUp } from '../../api/join'
import { seal, whyNotSealed } from '../../effects/seal'
import { cleanEmail } from '../../rules/email'
import { onJoined } from '../../rules/errors/join'
import { cleanNickname } from '../../rules/nickname'
import { formError, go, type Outcome } from '../../rules/outcome'
import { paths } from '../../rules/paths'
import { invitedPayload } from '../../rules/signUpPayload'
import { cleanText } from '../../rules/textFields'
import { readSignUp, saveSignUp } from '../../stores/signUp'
import { useWelcome } from '../../stores/welcome'
import { joinFacts } from './joinFacts'
import { sendLetter } from './letterUpload'
import type { PrivacyValues } from './privacyForm'

type Passed = { isSkFamily: boolean; isInvited: boolean; isPasswordSet: boolean }

export async function passPrivacy(
  { password, passwordComparison: _again, ...values }: PrivacyValues,
  { isSkFamily, isInvited, isPasswordSet }: Passed,
): Promise<Outcome> {
  const { welcome } = useWelcome.getState()
  const sealed = isPasswordSet ? readSignUp().password : welcome && (await seal(password, welcome))
  if (!sealed) return [formError(whyNotSealed('join.cannotSeal'))]
  saveSignUp({
    ...values,
    isSkFamily,
    login_id: cleanEmail(values.login_id),
    nickName: cleanNickname(values.nickName),
    fullName: cleanText(values.fullName),
    password: sealed,
  })
  if (!isInvited) return [go(paths.joinService)]
  // An invited member does not apply for a service. The service's requirements follow the join as a step.
  saveSignUp({ skipServices: true })
  const answer = await signUp(invitedPayload(readSignUp()))
  if (answer.ok) void sendLetter()
  return onJoined(answer, joinFacts(isInvited))
}
