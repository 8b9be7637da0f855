// Screens, "Join": the position in the join, which every page of it shows.
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
/** An invited member already has a type, and does not apply for a service. */
const INVITED: readonly JoinStep[] = ['terms', 'privacy']

export function joinStep(t: Translate, step: JoinStep, isInvited = false): StepsProps {
  const way = isInvited ? INVITED : JOIN
  return { current: way.indexOf(step) + 1, total: way.length, name: t(names[step]) }
}
