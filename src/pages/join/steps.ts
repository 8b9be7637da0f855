// Screens, "Join": the position in the join, which every page and screen of it shows.
import type { TFunction } from 'i18next'
import type { MemberKind } from '../../rules/join/member.ts'
import { type Screen, screensOf } from '../../rules/join/memberTypes.ts'
import type { MessageKey } from '../../rules/texts/messages.ts'
import { readJoin } from '../../stores/join.ts'
import type { StepsProps } from '../../ui/Steps.tsx'

type Around = 'type' | 'terms' | 'service'
const names = { type: 'join.stepType', terms: 'join.stepTerms', service: 'join.stepService' } as const satisfies Record<
  Around,
  MessageKey
>

/** The pages before the privacy page: a type is asked for there, or by an invitation. */
const before = (isInvited: boolean, asksType: boolean): Around[] =>
  isInvited || asksType ? ['terms'] : ['type', 'terms']

/** The position of a screen of the privacy page. */
export function screenStep(t: TFunction, screen: Screen, screens: readonly Screen[], isInvited: boolean): StepsProps {
  const first = before(isInvited, screens[0]?.name === 'type').length
  return {
    current: first + screens.indexOf(screen) + 1,
    total: first + screens.length + (isInvited ? 0 : 1),
    name: t(screen.step),
  }
}

/**
 * The position of a page around it. Null while no type is chosen, because the number of steps depends on it.
 * @param known what the join will know once this page is done
 */
export function joinStep(
  t: TFunction,
  step: Around,
  kind: MemberKind,
  isInvited = false,
  known: { emailVerified?: boolean; fixed?: readonly string[] } = {},
): StepsProps | null {
  const { memberTypeCode, emailVerified, fixed } = { ...readJoin(), ...known }
  if (kind !== 'SK' && !memberTypeCode) return null
  const isEmailKnown = emailVerified && fixed.includes('login_id')
  const { length } = screensOf({ kind, memberTypeCode, isInvited, asksType: false, isEmailKnown })
  const first = before(isInvited, false)
  const total = first.length + length + (isInvited ? 0 : 1)
  return { current: step === 'service' ? total : first.indexOf(step) + 1, total, name: t(names[step]) }
}
