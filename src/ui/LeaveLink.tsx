// The way out where no login form can follow: back to the service, or to customer support if the service's address is unknown.
import { useTranslation } from 'react-i18next'
import { ServiceLink } from './ServiceLink.tsx'
import { TextLink } from './TextLink.tsx'

/** The address of the service, or null if it is unknown, and that of customer support. */
type Props = { service: string | null; support: string; onLeave: () => void }

export function LeaveLink({ service, support, onLeave }: Props) {
  const { t } = useTranslation()
  if (service) return <ServiceLink href={service} onLeave={onLeave} />
  return (
    <TextLink href={support} newTab>
      {t('state.contact')}
    </TextLink>
  )
}
