// Screens, "Join": the way of a member back to the login form, in the same visit.
import { useTexts } from '../../i18n/texts'
import { paths } from '../../rules/paths'
import { TextLink } from '../../ui/TextLink'
import { keepFocus } from '../../ui/WaysOut'

export function MemberLogin() {
  const { t } = useTexts()
  return (
    <p {...keepFocus}>
      <span>{t('join.memberAsk')}</span> <TextLink to={paths.login}>{t('join.memberLogin')}</TextLink>
    </p>
  )
}
