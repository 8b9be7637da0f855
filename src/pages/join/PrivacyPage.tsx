// Spec §2: account, person, and the fields of the member type, as a sequence of short screens. One page for the group's join, the general
// join and an invitation.
import { type ComponentType, useEffect, useRef } from 'react'
import { type FormHandle, usePerform } from '../../effects/perform/usePerform'
import { useTexts } from '../../i18n/texts'
import type { MemberKind } from '../../rules/member'
import type { ScreenName } from '../../rules/memberTypes'
import { EmailScreen } from './EmailScreen'
import { FieldsScreen } from './FieldsScreen'
import type { JoinPage } from './joinPage'
import { setMemberKind } from './memberType'
import { finishPrivacy } from './finishPrivacy'
import { PhoneScreen } from './PhoneScreen'
import { screenStep } from './steps'
import { TypeScreen } from './TypeScreen'
import { useScreens } from './useScreens'
import './join.css'

/** The screens that do more than show fields. */
const special: Partial<Record<ScreenName, ComponentType<JoinPage>>> = {
  type: TypeScreen,
  email: EmailScreen,
  phone: PhoneScreen,
}

type Props = { kind: MemberKind; isInvited?: boolean }

export default function PrivacyPage({ kind, isInvited = false }: Props) {
  const { t } = useTexts()
  const perform = usePerform()
  const control = useScreens({ kind, isInvited })
  const { screen, screens, next, open, show } = control
  useEffect(() => setMemberKind(kind), [kind])
  const first = useRef(screen.name)
  const isArrival = useRef(false)
  if (first.current !== screen.name) isArrival.current = true

  const proceed = async (handle: FormHandle) => {
    if (next) return show(next.name)
    const lacking = open()
    if (lacking && lacking.name !== screen.name) return show(lacking.name)
    await perform(await finishPrivacy(isInvited), handle)
  }

  const Shown = special[screen.name] ?? FieldsScreen
  return (
    <Shown
      key={screen.name}
      kind={kind}
      isInvited={isInvited}
      control={control}
      step={screenStep(t, screen, screens, isInvited)}
      isArrival={isArrival.current}
      isEnd={isInvited && !next}
      proceed={proceed}
    />
  )
}
