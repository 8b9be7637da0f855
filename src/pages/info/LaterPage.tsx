// A route whose page comes with a later release: it says so, and leads on.
import { useTranslation } from 'react-i18next'
import { paths } from '../../rules/paths'
import { StatePage } from '../../ui/StatePage'
import { TextLink } from '../../ui/TextLink'

export default function LaterPage({ serviceUrl }: { serviceUrl?: string | null }) {
  const { t } = useTranslation()
  return (
    <StatePage drawing="works" title={t('info.later')} text={t('info.laterText')}>
      <TextLink to={paths.login} button="main">
        {t('info.toLogin')}
      </TextLink>
      {serviceUrl && (
        <TextLink href={serviceUrl} button="plain">
          {t('info.backToService')}
        </TextLink>
      )}
    </StatePage>
  )
}
