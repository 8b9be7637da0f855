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

/** Every step by its name: the pages before the privacy page, its screens, and the page after it. An invitation knows type and service. */
function namesOf(screens: readonly Screen[], isInvited: boolean): MessageKey[] {
  const asksType = screens[0]?.name === 'type'
  return [
    ...(isInvited || asksType ? [] : [names.type]),
    names.terms,
    ...screens.map(({ step }) => step),
    ...(isInvited ? [] : [names.service]),
  ]
}

function positionOf(t: TFunction, all: readonly MessageKey[], index: number): StepsProps {
  const [name = names.terms, next] = all.slice(index)
  return { current: index + 1, total: all.length, name: t(name), ...(next && { next: t(next) }) }
}

/** The position of a screen of the privacy page. */
export function screenStep(t: TFunction, screen: Screen, screens: readonly Screen[], isInvited: boolean): StepsProps {
  const all = namesOf(screens, isInvited)
  return positionOf(t, all, all.indexOf(names.terms) + 1 + screens.indexOf(screen))
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
  const all = namesOf(screensOf({ kind, memberTypeCode, isInvited, asksType: false, isEmailKnown }), isInvited)
  return positionOf(t, all, all.lastIndexOf(names[step]))
}
