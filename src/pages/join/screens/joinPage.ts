// Screens, "Join": what every screen of the privacy page gets from the page.
import type { FormHandle } from '../../../effects/perform/usePerform.ts'
import type { MemberKind } from '../../../rules/join/member.ts'
import type { StepsProps } from '../../../ui/Steps.tsx'
import type { ScreenControl } from './useScreens.ts'
import type { TypedPassword } from './useTypedPassword.ts'

export type JoinPage = {
  kind: MemberKind
  isInvited: boolean
  control: ScreenControl
  /** Undefined for the member type. */
  step: StepsProps | undefined
  /** The member came from another screen of this page. */
  isArrival: boolean
  /** This screen ends an invited sign-up: its button sends the form. */
  isEnd: boolean
  /** The password as it was typed on this page. */
  typed: TypedPassword
  /** Goes on after this screen. */
  proceed: (handle: FormHandle) => void | Promise<void>
}
