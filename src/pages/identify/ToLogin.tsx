// Every page of a recovery leads back to the login form.
import { useTranslation } from 'react-i18next'
import { paths } from '../../rules/visit/paths.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { WaysOut } from '../../ui/WaysOut.tsx'

export function ToLogin() {
  const { t } = useTranslation()
  return (
    <WaysOut>
      <TextLink to={paths.login}>{t('info.toLogin')}</TextLink>
    </WaysOut>
  )
}
