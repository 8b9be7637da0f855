// Every pending step offers to sign in with another account, or else customer support.
import { useTranslation } from 'react-i18next'
import { leaveAccount } from '../effects/session/leaveAccount.ts'
import { paths } from '../rules/visit/paths.ts'
import { useWelcome } from '../stores/welcome.ts'
import { LeaveLink } from './waysOut.tsx'
import { TextLink } from '../ui/TextLink.tsx'

export function OtherAccount() {
  const { t } = useTranslation()
  // A step of /mobileVerify has no welcome: the login form could not be sent, and no service is known.
  const isWelcomed = useWelcome((state) => state.welcome !== null)
  if (!isWelcomed) return <LeaveLink />
  return (
    <TextLink to={paths.login} onFollow={leaveAccount}>
      {t('resolve.otherAccount')}
    </TextLink>
  )
}
