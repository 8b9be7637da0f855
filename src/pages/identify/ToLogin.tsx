// Every page of a recovery leads back to the login form.
import { useTexts } from '../../i18n/texts'
import { paths } from '../../rules/paths'
import { TextLink } from '../../ui/TextLink'
import { WaysOut } from '../../ui/WaysOut'

export function ToLogin() {
  const { t } = useTexts()
  return (
    <WaysOut>
      <TextLink to={paths.login}>{t('info.toLogin')}</TextLink>
    </WaysOut>
  )
}
