// Spec §2, /about: what this is and for whom. Reachable without a welcome.
import { useTranslation } from 'react-i18next'
import { serviceFacts } from '../../effects/session/serviceFacts.ts'
import { leaveVisit } from '../../effects/session/session.ts'
import { paths } from '../../rules/visit/paths.ts'
import { ServiceLink } from '../../ui/ServiceLink.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { Sections } from './Sections.tsx'
import { Services, SupportLink } from './Services.tsx'

export default function AboutPage() {
  const { t } = useTranslation()
  const { serviceUrl } = serviceFacts()
  return (
    <Sections
      title={t('title.about')}
      lead={t('about.lead')}
      sections={[
        [t('about.once'), t('about.onceText')],
        [t('about.who'), t('about.whoText')],
        [t('about.safe'), t('about.safeText')],
        [t('about.help'), t('about.helpText')],
      ]}
    >
      <TextLink to={paths.privacyPolicy}>{t('title.privacyPolicy')}</TextLink>
      {serviceUrl ? (
        <ServiceLink href={serviceUrl} onLeave={leaveVisit} />
      ) : (
        <>
          <SupportLink />
          <Services button="plain" />
        </>
      )}
    </Sections>
  )
}
