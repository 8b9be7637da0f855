// Every pending step offers to sign in with another account, or else customer support.
import { useTranslation } from 'react-i18next'
import { policyUrl } from '../../effects/browser/policyUrl.ts'
import { leaveAccount } from '../../effects/session/leaveAccount.ts'
import { serviceFacts } from '../../effects/session/serviceFacts.ts'
import { leaveVisit } from '../../effects/session/session.ts'
import { useLocale } from '../../i18n/texts.tsx'
import { paths } from '../../rules/visit/paths.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { LeaveLink } from '../../ui/LeaveLink.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

export function OtherAccount({ button }: { button?: 'plain' }) {
  const { t } = useTranslation()
  const support = policyUrl('support', useLocale())
  // A step of /mobileVerify has no welcome: the login form could not be sent, and no service is known.
  const isWelcomed = useWelcome((state) => state.welcome !== null)
  if (!isWelcomed) return <LeaveLink service={serviceFacts().serviceUrl} support={support} onLeave={leaveVisit} />
  return (
    <TextLink to={paths.login} onFollow={leaveAccount} {...(button && { button })}>
      {t('resolve.otherAccount')}
    </TextLink>
  )
}
