// Screens, "Join": below the main action of a screen of the privacy page. The screen of the login ID is where a member notices being one.
import { joinRoute } from '../../../rules/join/member.ts'
import { WaysOut } from '../../../ui/WaysOut.tsx'
import { BackButton } from '../BackButton.tsx'
import type { JoinPage } from './joinPage.ts'
import { MemberLogin } from '../MemberLogin.tsx'

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
