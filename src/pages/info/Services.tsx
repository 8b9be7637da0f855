// Screens, "Entry": where a visitor who came without a service can begin: at the services that the operator lists.
import { useTranslation } from 'react-i18next'
import { policyUrl } from '../../effects/browser/policyUrl.ts'
import { useLocale } from '../../i18n/texts.tsx'
import { displayName } from '../../rules/texts/locale.ts'
import { getSettings } from '../../stores/settings.ts'
import type { ListedService } from '../../../contract/settings.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import '../../ui/pages.css'

export const listedServices = (): readonly ListedService[] => getSettings()?.VITE_SERVICES ?? []

type Look = { button?: 'main' | 'plain' }

/** A way to each listed service, as links or as buttons. */
export function Services(look: Look) {
  const { t } = useTranslation()
  const locale = useLocale()
  const services = listedServices()
  if (services.length === 0) return null
  return (
    <div className="choices column">
      <p>{t('info.services')}</p>
      {services.map((service) => (
        <TextLink key={service.url} href={service.url} {...look}>
          {displayName({ ...service, rp_name: service.display_name }, locale)}
        </TextLink>
      ))}
    </div>
  )
}

/** Customer support, in the language of the page. It opens in a new tab. */
export function SupportLink(look: Look) {
  const { t } = useTranslation()
  const locale = useLocale()
  return (
    <TextLink href={policyUrl('support', locale)} newTab {...look}>
      {t('shell.support')}
    </TextLink>
  )
}
