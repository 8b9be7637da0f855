// Contract, /resolve/service: what the service is, what it will learn of the member, its terms; agreeing applies to it.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resolveMatcher } from '../../api/auth.ts'
import { serviceFacts } from '../../effects/session/serviceFacts.ts'
import { usePerform } from '../../effects/perform/usePerform.ts'
import { formatList } from '../../i18n/formats.ts'
import { useLocale } from '../../i18n/texts.tsx'
import { goInstead } from '../../rules/visit/outcome.ts'
import { paths } from '../../rules/visit/paths.ts'
import { claimsShown } from '../../rules/visit/resolve.ts'
import { useLogin } from '../../stores/login.ts'
import { stepIn } from '../../stores/pendingStep.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { Known } from '../../ui/shell/Known.tsx'
import { SupportedImage } from '../../ui/SupportedImage.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import '../../profile/profile.css'
import { TermsForm } from './TermsForm.tsx'
import { useResolved } from './useStep.ts'

const TYPES = ['RELYING_PARTY'] as const

export default function ServicePage() {
  const { t } = useTranslation()
  const locale = useLocale()
  const perform = usePerform()
  const resolved = useResolved()
  // Asked once, on entry: agreeing empties the draft while the page is left.
  const [nickname] = useState(() => useLogin.getState().draft.nickname)
  const claims = useLogin((login) => stepIn(login, 'CONSENT_RELYING_PARTY')?.claims) ?? []
  const icon = useWelcome((state) => state.service_info?.icon_image_url)
  const service = serviceFacts().serviceName || t('shell.theService')

  useEffect(() => {
    if (nickname === '') void perform([goInstead(paths.resolveServiceNickname)])
  }, [nickname, perform])
  if (nickname === '') return null

  return (
    <TermsForm
      title={t('resolve.service')}
      lead={t('resolve.serviceLead')}
      stepName="resolve.stepService"
      types={TYPES}
      onAgree={async (consent_terms, form) =>
        resolved(await resolveMatcher({ matcher_type: 'CONSENT_RELYING_PARTY', nickname, consent_terms }), form)
      }
      ways={<TextLink to={paths.resolveServiceNickname}>{t('resolve.changeNickname')}</TextLink>}
    >
      <div className="service-card">
        {icon && <SupportedImage src={icon} />}
        <bdi>{service}</bdi>
      </div>
      <Known
        facts={[
          { name: t('resolve.nicknameThere'), value: nickname },
          {
            name: t('resolve.learns'),
            value: formatList(
              locale,
              claimsShown(claims).map((claim) => t(claim)),
            ),
          },
        ]}
      />
    </TermsForm>
  )
}
