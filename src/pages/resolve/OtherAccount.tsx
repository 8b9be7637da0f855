// The way out of a pending step that is always there: another account.
import { useTranslation } from 'react-i18next'
import { paths } from '../../rules/paths'
import { dropSecondStep } from '../../stores/login'
import { TextLink } from '../../ui/TextLink'

export function OtherAccount({ button }: { button?: 'plain' }) {
  const { t } = useTranslation()
  return (
    <TextLink to={paths.login} onFollow={dropSecondStep} {...(button && { button })}>
      {t('resolve.otherAccount')}
    </TextLink>
  )
}
