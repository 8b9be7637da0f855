// The ways out of a visit, for every page that has one.
import { useTranslation } from 'react-i18next'
import { policyUrl } from '../effects/browser/policyUrl.ts'
import { serviceFacts } from '../effects/session/serviceFacts.ts'
import { leaveVisit } from '../effects/session/session.ts'
import { useLocale } from '../i18n/texts.tsx'
import { ServiceLink } from '../ui/ServiceLink.tsx'
import { TextLink } from '../ui/TextLink.tsx'

type Look = { button?: 'main' | 'plain' }

export function SupportLink(look: Look) {
  const { t } = useTranslation()
  const locale = useLocale()
  return (
    <TextLink href={policyUrl('support', locale)} newTab {...look}>
      {t('state.contact')}
    </TextLink>
  )
}

/** Where no login form can follow: back to the service, or to customer support if the service's address is unknown. */
export function LeaveLink(look: Look) {
  const { serviceUrl } = serviceFacts()
  return serviceUrl ? <ServiceLink href={serviceUrl} onLeave={leaveVisit} {...look} /> : <SupportLink {...look} />
}
