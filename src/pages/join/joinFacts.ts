// Spec §8, join: the facts of this join for the rules of refusals.
import { serviceFacts } from '../../effects/session/serviceFacts.ts'
import { cleanEmail } from '../../rules/fields/email.ts'
import type { JoinFacts } from '../../rules/errors/join.ts'
import { readJoin } from '../../stores/join.ts'
import { useWelcome } from '../../stores/welcome.ts'

export function joinFacts(isInvited = false): JoinFacts {
  const { kind, login_id } = readJoin()
  const permission = useWelcome.getState().service_info?.permission ?? 'EVERYONE'
  return { ...serviceFacts(), permission, kind, isInvited, login_id: cleanEmail(login_id) }
}
