// Contract, /resolve/terms and /resolve/terms/service: terms that came since, of the platform, or of the service too.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { resolveMatcher } from '../../api/auth'
import { serviceFacts } from '../../effects/serviceFacts'
import { missingTerms } from '../../rules/terms'
import { parseTermsTypes, type TermsType } from '../../rules/termsTypes'
import { saveDraft, useLogin } from '../../stores/login'
import { FormShell } from '../../ui/FormShell'
import { TERMS_FIELD, TermsList } from '../../ui/TermsList'
import { ListFailed } from './Choices'
import { OtherAccount } from './OtherAccount'
import { useChain, useResolved } from './useStep'
import { useTerms } from './useTerms'

/** What the address asks for; where it names nothing that is known, what the step has asked for, or the platform's additions. */
function useAsked(): readonly TermsType[] {
  const [query] = useSearchParams()
  const kept = useLogin((login) => login.step?.terms_types)
  const [asked] = [parseTermsTypes(query.get('terms_types') ?? ''), parseTermsTypes(kept ?? [])].filter(
    (types) => types !== null && types.length > 0,
  )
  return asked ?? ['ADD_SUNI']
}

export default function TermsPage({ ofService }: { ofService: boolean }) {
  const { t } = useTranslation()
  const resolved = useResolved()
  const chain = useChain('resolve.stepTerms')
  const { terms, failed, retry } = useTerms(useAsked())
  const agreed = useLogin((login) => login.draft.consent_terms)
  const [tried, setTried] = useState(false)
  const isMissing = terms !== undefined && missingTerms(terms, agreed).length > 0
  const error = tried && isMissing ? t('resolve.requiredTerms') : undefined

  async function agree() {
    setTried(true)
    if (isMissing || !terms) return
    const codes = terms.flatMap(({ terms_code, children }) => [terms_code, ...children.map((one) => one.terms_code)])
    const consent_terms = agreed.filter((code) => codes.includes(code))
    await resolved(await resolveMatcher({ matcher_type: 'ADD_TERMS_AGREEMENT', consent_terms }))
  }

  return (
    <FormShell
      title={t(ofService ? 'resolve.serviceTerms' : 'resolve.terms')}
      lead={
        ofService
          ? t('resolve.serviceTermsLead', { service: serviceFacts().serviceName || t('state.theService') })
          : t('resolve.termsLead')
      }
      {...(chain && { step: chain })}
      submit={terms ? t('resolve.agree') : null}
      onSubmit={agree}
      problems={error ? [{ field: TERMS_FIELD, text: error }] : []}
      after={
        <nav className="links" aria-label={t('resolve.ways')}>
          <OtherAccount />
        </nav>
      }
    >
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
