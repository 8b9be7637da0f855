// Screens, "Join": the position in the join. The choice of the member type and the account that is carried over lead into a join and are
// no steps of it: a link or an invitation can lead past them, and the number of steps depends on the type.
import type { TFunction } from 'i18next'
import type { MemberKind } from '../../rules/join/member.ts'
import { type Screen, screensOf } from '../../rules/join/memberTypes.ts'
import type { MessageKey } from '../../rules/texts/messages.ts'
import { readJoin } from '../../stores/join.ts'
import type { StepsProps } from '../../ui/Steps.tsx'

type Around = 'terms' | 'service'
type JoinOf = { kind: MemberKind; isInvited: boolean }

const names = { terms: 'join.stepTerms', service: 'join.stepService' } as const satisfies Record<Around, MessageKey>

/** Every step by its name: the terms, the screens of the privacy page, and the service, which an invitation knows. */
const namesOf = (screens: readonly Screen[], isInvited: boolean): MessageKey[] => [
  names.terms,
  ...screens.filter(({ name }) => name !== 'type').map(({ step }) => step),
  ...(isInvited ? [] : [names.service]),
]

function positionOf(t: TFunction, all: readonly MessageKey[], name: MessageKey): StepsProps {
  const index = all.lastIndexOf(name)
  const next = all[index + 1]
  return { current: index + 1, total: all.length, name: t(name), ...(next && { next: t(next) }) }
}

/** The position of a screen of the privacy page. Undefined for the member type. */
export const screenStep = (t: TFunction, screen: Screen, screens: readonly Screen[], isInvited: boolean) =>
  screen.name === 'type' ? undefined : positionOf(t, namesOf(screens, isInvited), screen.step)

/** The position of a page around it. */
export function joinStep(t: TFunction, step: Around, { kind, isInvited }: JoinOf): StepsProps {
  const { memberTypeCode, emailVerified, fixed } = readJoin()
  // The terms come first, and then the page asks for the type.
  if (kind !== 'SK' && !memberTypeCode)
    return { current: 1, total: null, name: t(names.terms), next: t('join.stepType') }
  const isEmailKnown = emailVerified && fixed.includes('login_id')
  const screens = screensOf({ kind, memberTypeCode, isInvited, asksType: false, isEmailKnown })
  return positionOf(t, namesOf(screens, isInvited), names[step])
}
