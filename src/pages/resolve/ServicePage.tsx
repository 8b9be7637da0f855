// Contract, /resolve/service: what the service is, what it will learn of the member, its terms; agreeing applies to it.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resolveMatcher } from '../../api/auth'
import { serviceFacts } from '../../effects/serviceFacts'
import { usePerform } from '../../effects/usePerform'
import { goInstead } from '../../rules/outcome'
import { paths } from '../../rules/paths'
import { claimsShown } from '../../rules/resolve'
import { missingTerms } from '../../rules/terms'
import { saveDraft, useLogin } from '../../stores/login'
import { useWelcome } from '../../stores/welcome'
import { FormShell } from '../../ui/FormShell'
import { SupportedImage } from '../../ui/SupportedImage'
import { TERMS_FIELD, TermsList } from '../../ui/TermsList'
import { TextLink } from '../../ui/TextLink'
import '../join/join.css'
import { ListFailed } from './Choices'
import { OtherAccount } from './OtherAccount'
import { useChain, useResolved } from './useStep'
import { useTerms } from './useTerms'

const TYPES = ['RELYING_PARTY'] as const

export default function ServicePage() {
  const { t } = useTranslation()
  const perform = usePerform()
  const resolved = useResolved()
  const chain = useChain('resolve.stepService')
  const { terms, failed, retry } = useTerms(TYPES)
  const { nickname, consent_terms: agreed } = useLogin((login) => login.draft)
  const claims = useLogin((login) => login.step?.claims) ?? []
  const icon = useWelcome((state) => state.service_info?.icon_image_url)
  const [tried, setTried] = useState(false)
  const hasNickname = nickname !== ''
  const service = serviceFacts().serviceName || t('state.theService')
  const isMissing = terms !== undefined && missingTerms(terms, agreed).length > 0
  const error = tried && isMissing ? t('resolve.requiredTerms') : undefined

  useEffect(() => {
    // Asked once, on entry: agreeing empties the draft while the page is left.
    if (useLogin.getState().draft.nickname === '') void perform([goInstead(paths.resolveServiceNickname)])
  }, [perform])
  if (!hasNickname && !tried) return null

  async function apply() {
    setTried(true)
    if (isMissing || !terms) return
    const consent_terms = agreed.filter((code) => terms.some(({ terms_code }) => terms_code === code))
    await resolved(await resolveMatcher({ matcher_type: 'CONSENT_RELYING_PARTY', nickname, consent_terms }))
  }

  return (
    <FormShell
      title={t('resolve.service')}
      lead={t('resolve.serviceLead', { service })}
      {...(chain && { step: chain })}
      submit={terms ? t('resolve.agree') : null}
      onSubmit={apply}
      problems={error ? [{ field: TERMS_FIELD, text: error }] : []}
      after={
        <nav className="links" aria-label={t('resolve.ways')}>
          <TextLink to={paths.resolveServiceNickname}>{t('resolve.changeNickname')}</TextLink>
          <OtherAccount />
        </nav>
      }
    >
      <div className="service-card">
        {icon && <SupportedImage src={icon} alt="" otherwise={null} />}
        <bdi>{service}</bdi>
      </div>
      <dl className="known">
        <div>
          <dt>{t('resolve.nicknameThere')}</dt>
          <dd>
            <bdi>{nickname}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('resolve.learns')}</dt>
          <dd>
            {claimsShown(claims)
              .map((claim) => t(claim))
              .join(', ')}
          </dd>
        </div>
      </dl>
      {failed && !terms && <ListFailed onRetry={retry} />}
      {terms && (
        <TermsList
          terms={terms}
          agreed={agreed}
          onChange={(consent_terms) => saveDraft({ consent_terms })}
          error={error}
        />
      )}
    </FormShell>
  )
}
