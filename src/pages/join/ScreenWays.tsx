// Screens, "Join": below the main action of a screen of the privacy page. The screen of the login ID is where a member notices being one.
import { joinRoute } from '../../rules/member'
import { WaysOut } from '../../ui/WaysOut'
import { BackButton } from './BackButton'
import type { JoinPage } from './joinPage'
import { MemberLogin } from './MemberLogin'

export function ScreenWays({ kind, isInvited, control }: JoinPage) {
  return (
    <>
      <WaysOut>
        <BackButton otherwise={joinRoute('terms', { kind, isInvited })} />
      </WaysOut>
      {control.screen.name === 'email' && !isInvited && <MemberLogin />}
    </>
  )
}
