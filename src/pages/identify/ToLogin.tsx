// Every page of a recovery leads back to the login form.
import { useTexts } from '../../i18n/texts.tsx'
import { paths } from '../../rules/paths.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { WaysOut } from '../../ui/WaysOut.tsx'

export function ToLogin() {
  const { t } = useTexts()
  return (
    <WaysOut>
      <TextLink to={paths.login}>{t('info.toLogin')}</TextLink>
    </WaysOut>
  )
}
