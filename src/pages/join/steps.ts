// Screens, "Join": where the member is on the way, as every page of it says.
import type { Translate } from '../../i18n/languages'
import type { MessageKey } from '../../rules/messages'
import type { StepsProps } from '../../ui/Steps'

const names = {
  type: 'join.stepType',
  terms: 'join.stepTerms',
  privacy: 'join.stepPrivacy',
  service: 'join.stepService',
} as const satisfies Record<string, MessageKey>
type JoinStep = keyof typeof names

const JOIN: readonly JoinStep[] = ['type', 'terms', 'privacy', 'service']
/** Who is invited has a type already, and applies to no service. */
const INVITED: readonly JoinStep[] = ['terms', 'privacy']

export function joinStep(t: Translate, step: JoinStep, isInvited = false): StepsProps {
  const way = isInvited ? INVITED : JOIN
  return { current: way.indexOf(step) + 1, total: way.length, name: t(names[step]) }
}
