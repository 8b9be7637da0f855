// Screens, "Join": the way of a member back to the login form, in the same visit.
import { useTexts } from '../../i18n/texts.tsx'
import { paths } from '../../rules/paths.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { keepFocus } from '../../ui/WaysOut.tsx'

export function MemberLogin() {
  const { t } = useTexts()
  return (
    <p {...keepFocus}>
      <span>{t('join.memberAsk')}</span> <TextLink to={paths.login}>{t('join.memberLogin')}</TextLink>
    </p>
  )
}
