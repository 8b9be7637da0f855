// Every pending step offers to sign in with another account.
import { leaveAccount } from '../../effects/session/leaveAccount'
import { useTexts } from '../../i18n/texts'
import { paths } from '../../rules/paths'
import { useWelcome } from '../../stores/welcome'
import { TextLink } from '../../ui/TextLink'

export function OtherAccount({ button }: { button?: 'plain' }) {
  const { t } = useTexts()
  // A step of /mobileVerify has no welcome, so the login form could not be sent.
  const isWelcomed = useWelcome((state) => state.welcome !== null)
  if (!isWelcomed) return null
  return (
    <TextLink to={paths.login} onFollow={leaveAccount} {...(button && { button })}>
      {t('resolve.otherAccount')}
    </TextLink>
  )
}
