// The way out where no login form can follow: back to the service, or to customer support if the service's address is unknown.
import { useTranslation } from 'react-i18next'
import { useLocale } from '../i18n/texts.tsx'
import { ServiceLink } from './ServiceLink.tsx'
import { TextLink } from './TextLink.tsx'
import { policyPage } from '../rules/texts/locale.ts'

type Props = { service: string | null; onLeave: () => void }

export function LeaveLink({ service, onLeave }: Props) {
  const { t } = useTranslation()
  const locale = useLocale()
  if (service) return <ServiceLink href={service} onLeave={onLeave} />
  return (
    <TextLink href={policyPage('support', locale)} newTab>
      {t('state.contact')}
    </TextLink>
  )
}
