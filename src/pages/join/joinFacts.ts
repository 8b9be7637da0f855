// Spec §8, join: the facts of this join for the rules of refusals.
import { serviceFacts } from '../../effects/serviceFacts'
import { cleanEmail } from '../../rules/email'
import type { JoinFacts } from '../../rules/errors/join'
import { readSignUp } from '../../stores/signUp'
import { useWelcome } from '../../stores/welcome'

export function joinFacts(isInvited = false): JoinFacts {
  const { isSkFamily, login_id } = readSignUp()
  const permission = useWelcome.getState().service_info?.permission ?? 'EVERYONE'
  return { ...serviceFacts(), permission, isSkFamily, isInvited, login_id: cleanEmail(login_id) }
}
