// Screens, "Join": which screen of the privacy page is shown. The history entry names it, so that Back, Forward and a reload find it again.
import { useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { now } from '../../../effects/browser/clock.ts'
import type { FormField } from '../../../rules/join/joinFields.ts'
import type { MemberKind } from '../../../rules/join/member.ts'
import { type Screen, type ScreenName, screensOf } from '../../../rules/join/memberTypes.ts'
import { readJoin, useJoin } from '../../../stores/join.ts'
import { useLogin } from '../../../stores/login.ts'
import { firstOpen } from './privacyForm.ts'

type Given = { kind: MemberKind; isInvited: boolean }
/** `corrects`: the member came to correct what the server has refused here. */
type Entry = { screen?: ScreenName; corrects?: boolean } | null

export function useScreens({ kind, isInvited }: Given) {
  const navigate = useNavigate()
  const location = useLocation()
  const memberTypeCode = useJoin((join) => join.memberTypeCode)
  const ownNickname = useLogin((login) => login.identity?.nickname ?? '')
  // Both stay while the page is open, so that no screen disappears under the member.
  const [asksType] = useState(() => kind !== 'SK' && !readJoin().memberTypeCode)
  const [isEmailKnown] = useState(() => readJoin().emailVerified && readJoin().fixed.includes('login_id'))
  const screens = screensOf({ kind, isInvited, memberTypeCode, asksType, isEmailKnown })

  /** The first screen that is not complete. Undefined if all are. */
  const open = () => firstOpen(screens, readJoin(), { kind, ownNickname, now: now() })
  const withField = (field: string) => screens.find(({ fields }) => fields.some((one: FormField) => one === field))

  const entry = location.state as Entry
  const asked = entry?.screen
  // A move decides anew, and typing does not.
  const { name, corrects } = useMemo(
    () => {
      const { refused } = readJoin()
      const at = (screen: Screen | undefined) => (screen ? screens.indexOf(screen) : screens.length - 1)
      const wanted = screens.find((screen) => screen.name === asked)
      const last = Math.min(at(open()), wanted ? at(wanted) : screens.length)
      const faulty = refused && withField(refused.field)
      const { name } = (faulty ?? screens[last] ?? screens[0]) as Screen
      return { name, corrects: Boolean(faulty) || (entry?.corrects === true && name === asked) }
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [location.key],
  )
  useEffect(() => {
    if (name === asked) return
    const { pathname, search } = location
    void navigate({ pathname, search }, { replace: true, state: { screen: name, corrects } })
  }, [name, corrects, asked, location, navigate])

  const show = (next: ScreenName) => void navigate(location.pathname, { state: { screen: next } })
  const index = screens.findIndex((screen) => screen.name === name)
  return {
    screens,
    screen: (screens[index] ?? screens[0]) as Screen,
    next: screens[index + 1],
    /** After this screen, nothing is shown again that is complete. */
    corrects,
    open,
    withField,
    show,
    ownNickname,
  }
}
export type ScreenControl = ReturnType<typeof useScreens>
