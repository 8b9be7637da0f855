// The way out of a pending step that is always there: another account.
import { useTranslation } from 'react-i18next'
import { leaveAccount } from '../../effects/leaveAccount'
import { paths } from '../../rules/paths'
import { TextLink } from '../../ui/TextLink'

export function OtherAccount({ button }: { button?: 'plain' }) {
  const { t } = useTranslation()
  return (
    <TextLink to={paths.login} onFollow={leaveAccount} {...(button && { button })}>
      {t('resolve.otherAccount')}
    </TextLink>
  )
}
