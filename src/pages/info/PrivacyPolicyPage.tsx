// Spec §2, /privacyPolicy: a summary of the policy, and a link to its full text. Reachable without a welcome.
import { useTranslation } from 'react-i18next'
import { policyUrl } from '../../effects/browser/policyUrl.ts'
import { useLocale } from '../../i18n/texts.tsx'
import { paths } from '../../rules/visit/paths.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { Sections } from './Sections.tsx'

export default function PrivacyPolicyPage() {
  const { t } = useTranslation()
  const locale = useLocale()
  return (
    <Sections
      title={t('title.privacyPolicy')}
      lead={t('privacy.lead')}
      sections={[
        [t('privacy.what'), t('privacy.whatText')],
        [t('privacy.why'), t('privacy.whyText')],
        [t('privacy.howLong'), t('privacy.howLongText')],
        [t('privacy.shared'), t('privacy.sharedText')],
        [t('privacy.browser'), t('privacy.browserText')],
        [t('privacy.rights'), t('privacy.rightsText')],
      ]}
    >
      <TextLink to={paths.account}>{t('title.account')}</TextLink>
      <TextLink href={policyUrl('privacy', locale)}>{t('privacy.whole')}</TextLink>
      <TextLink href={policyUrl('cookie', locale)}>{t('shell.cookie')}</TextLink>
      <TextLink to={paths.about}>{t('title.about')}</TextLink>
    </Sections>
  )
}
