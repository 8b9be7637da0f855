// The way out of a pending step that is always there: another account.
import { leaveAccount } from '../../effects/leaveAccount'
import { useTexts } from '../../i18n/texts'
import { paths } from '../../rules/paths'
import { TextLink } from '../../ui/TextLink'

export function OtherAccount({ button }: { button?: 'plain' }) {
  const { t } = useTexts()
  return (
    <TextLink to={paths.login} onFollow={leaveAccount} {...(button && { button })}>
      {t('resolve.otherAccount')}
    </TextLink>
  )
}
