// Contract, the steps that ask for agreement: what comes before the terms is the page's own; the terms, and agreeing, are the same.
import { type ReactNode, useState } from 'react'
import { useFormError } from '../../effects/forms/useFormError.ts'
import { readTerms } from '../../effects/perform/readTerms.ts'
import type { FormHandle } from '../../effects/perform/usePerform.ts'
import { useTexts } from '../../i18n/texts.tsx'
import type { MessageKey } from '../../rules/messages.ts'
import { missingTerms } from '../../rules/terms.ts'
import type { TermsType } from '../../rules/termsTypes.ts'
import { saveDraft, useLogin } from '../../stores/login.ts'
import { FormShell } from '../../ui/FormShell.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { TERMS_FIELD, TermsList } from '../../ui/TermsList.tsx'
import { WaysOut } from '../../ui/WaysOut.tsx'
import { OtherAccount } from './OtherAccount.tsx'
import { useChain } from './useStep.ts'
import { useTerms } from './useTerms.ts'

type Props = {
  title: string
  lead: string
  /** What the step is called in its chain. */
  stepName: MessageKey
  types: readonly TermsType[]
  /** Given the codes that are on the list and agreed to, once no required one is missing. */
  onAgree: (consent_terms: string[], form: FormHandle) => Promise<void>
  /** Further actions besides "another account". */
  ways?: ReactNode
  children?: ReactNode
}

export function TermsForm({ title, lead, stepName, types, onAgree, ways, children }: Props) {
  const { t } = useTexts()
  const chain = useChain(stepName)
  const { terms, failed, retry } = useTerms(types)
  const agreed = useLogin((login) => login.draft.consent_terms)
  const [tried, setTried] = useState(false)
  const { handle, error: refused, forget, sending } = useFormError()
  const isMissing = terms !== undefined && missingTerms(terms, agreed).length > 0
  const error = tried && isMissing ? t('terms.requiredMissing') : undefined

  async function agree() {
    setTried(true)
    forget()
    if (isMissing || !terms) return
    const codes = terms.flatMap(({ terms_code, children: below }) => [
      terms_code,
      ...below.map((one) => one.terms_code),
    ])
    await onAgree(
      agreed.filter((code) => codes.includes(code)),
      handle,
    )
  }

  return (
    <FormShell
      title={title}
      lead={lead}
      {...(chain && { step: chain })}
      {...(terms ? sending(t('resolve.agree')) : { submit: null })}
      onSubmit={agree}
      error={refused}
      problems={error ? [{ field: TERMS_FIELD, text: error }] : []}
      after={
        <WaysOut>
          {ways}
          <OtherAccount />
        </WaysOut>
      }
    >
      {children}
      {!terms && failed && <LoadFailed text="resolve.termsFailed" onRetry={retry} />}
      {!terms && !failed && <div className="bone" aria-busy="true" />}
      {terms && (
        <TermsList
          terms={terms}
          agreed={agreed}
          onChange={(consent_terms) => saveDraft({ consent_terms })}
          onRead={readTerms}
          error={error}
        />
      )}
    </FormShell>
  )
}
