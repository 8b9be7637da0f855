// Every pending step offers to sign in with another account.
import { useTranslation } from 'react-i18next'
import { leaveAccount } from '../../effects/session/leaveAccount.ts'
import { paths } from '../../rules/visit/paths.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { TextLink } from '../../ui/TextLink.tsx'

export function OtherAccount({ button }: { button?: 'plain' }) {
  const { t } = useTranslation()
  // A step of /mobileVerify has no welcome, so the login form could not be sent.
  const isWelcomed = useWelcome((state) => state.welcome !== null)
  if (!isWelcomed) return null
  return (
    <TextLink to={paths.login} onFollow={leaveAccount} {...(button && { button })}>
      {t('resolve.otherAccount')}
    </TextLink>
  )
}
