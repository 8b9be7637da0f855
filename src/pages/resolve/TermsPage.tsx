// Contract, /resolve/terms and /resolve/terms/service: terms that came since, of the platform, or of the service too.
import { useTranslation } from 'react-i18next'
import { useQuery } from '../../effects/browser/useQuery.ts'
import { resolveMatcher } from '../../api/auth.ts'
import { parseTermsTypes, type TermsType } from '../../rules/terms/termsTypes.ts'
import { useLogin } from '../../stores/login.ts'
import { stepIn } from '../../stores/pendingStep.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { TermsForm } from './TermsForm.tsx'
import { useResolved } from './useStep.ts'

/** What the address asks for; where it names nothing that is known, what the step or the entry asked for, or the platform's additions. */
function useAsked(): readonly TermsType[] {
  const query = useQuery()
  const kept = useLogin((login) => stepIn(login, 'ADD_TERMS_AGREEMENT')?.terms_types)
  const welcomed = useWelcome((state) => state.route_query.terms_types)
  const [asked] = [query.get('terms_types'), kept, welcomed]
    .map((types) => parseTermsTypes(types ?? []))
    .filter((types) => types !== null && types.length > 0)
  return asked ?? ['ADD_SUNI']
}

export default function TermsPage({ ofService }: { ofService: boolean }) {
  const { t } = useTranslation()
  const resolved = useResolved()
  const types = useAsked()

  return (
    <TermsForm
      title={t(ofService ? 'resolve.serviceTerms' : 'resolve.terms')}
      lead={t(ofService ? 'resolve.serviceTermsLead' : 'resolve.termsLead')}
      stepName="resolve.stepTerms"
      types={types}
      onAgree={async (consent_terms, form) =>
        resolved(await resolveMatcher({ matcher_type: 'ADD_TERMS_AGREEMENT', consent_terms }), form)
      }
    />
  )
}
