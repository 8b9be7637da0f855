// Spec §2: account, person, and the fields of the member type, as a sequence of short screens. One page for the group's join, the general
// join and an invitation.
import { type ComponentType, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { loadAhead } from '../../effects/browser/idle.ts'
import { type FormHandle, usePerform } from '../../effects/perform/usePerform.ts'
import type { MemberKind } from '../../rules/join/member.ts'
import type { ScreenName } from '../../rules/join/memberTypes.ts'
import { useJoin } from '../../stores/join.ts'
import { useScreen } from '../../stores/screen.ts'
import { fetchSearchField } from '../../ui/fields/SearchSelect.tsx'
import { EmailScreen } from './screens/EmailScreen.tsx'
import { FieldsScreen } from './screens/FieldsScreen.tsx'
import type { JoinPage } from './screens/joinPage.ts'
import { setMemberKind } from './memberType.ts'
import { finishPrivacy } from './finishPrivacy.ts'
import { PhoneScreen } from './screens/PhoneScreen.tsx'
import { screenStep } from './steps.ts'
import { TypeScreen } from './screens/TypeScreen.tsx'
import { useScreens } from './screens/useScreens.ts'
import { useTypedPassword } from './screens/useTypedPassword.ts'
import './join.css'

/** The screens that do more than show fields. */
const special: Partial<Record<ScreenName, ComponentType<JoinPage>>> = {
  type: TypeScreen,
  email: EmailScreen,
  phone: PhoneScreen,
}

type Props = { kind: MemberKind; isInvited?: boolean }

/** The join becomes this page's kind before the page reads it: Back can lead here from the other kind's pages. */
export default function PrivacyPage(props: Props) {
  const { kind } = props
  const isOfKind = useJoin((join) => join.kind === kind)
  useLayoutEffect(() => setMemberKind(kind), [kind])
  return isOfKind && <Screens {...props} />
}

function Screens({ kind, isInvited = false }: Props) {
  const { t } = useTranslation()
  const perform = usePerform()
  const control = useScreens({ kind, isInvited })
  const { screen, screens, next, open, show, corrects } = control
  const typed = useTypedPassword()
  useEffect(() => {
    useScreen.setState({ title: screen.title })
    return () => useScreen.setState({ title: null })
  }, [screen.title])
  // The screen of the company or school comes later.
  useEffect(() => loadAhead(() => void fetchSearchField().catch(() => {})), [])
  const first = useRef(screen.name)
  const isArrival = useRef(false)
  if (first.current !== screen.name) isArrival.current = true

  const proceed = async (handle: FormHandle) => {
    if (next && !corrects) return show(next.name)
    const lacking = open()
    // The button of the last screen sends an invited sign-up, so a correction leads to that screen.
    const last = isInvited && next ? screens.at(-1) : undefined
    if (!lacking && last) return show(last.name)
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
      typed={typed}
      proceed={proceed}
    />
  )
}
