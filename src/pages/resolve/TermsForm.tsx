// Contract, the steps that ask for agreement: what comes before the terms is the page's own; the terms, and agreeing, are the same.
import * as z from 'zod/mini'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFieldForm } from '../../effects/forms/useFieldForm.ts'
import { readTerms } from '../../effects/perform/readTerms.ts'
import { serviceFacts } from '../../effects/session/serviceFacts.ts'
import { leaveVisit } from '../../effects/session/session.ts'
import type { FormHandle } from '../../effects/perform/usePerform.ts'
import type { MessageKey } from '../../rules/texts/messages.ts'
import { asZodOf } from '../../rules/fields/asZod.ts'
import { termsProblem } from '../../rules/terms/terms.ts'
import type { TermsType } from '../../rules/terms/termsTypes.ts'
import { useChain } from '../../profile/useChain.ts'
import { saveDraft, useLogin } from '../../stores/login.ts'
import { FormShell } from '../../ui/shell/FormShell.tsx'
import { LoadFailed } from '../../ui/shell/LoadFailed.tsx'
import { TERMS_FIELD, TermsList } from '../../ui/lists/TermsList.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { WaysOut } from '../../ui/WaysOut.tsx'
import { useTerms } from './useTerms.ts'
import { Who } from '../../profile/Who.tsx'
import { bySentence } from '../../ui/bySentence.tsx'

type Fields = { consentedTerms: string[] }
type Props = {
  title: string
  lead: string
  /** What the step is called in its chain. */
  stepName: MessageKey
  types: readonly TermsType[]
  /** Given the codes that are on the list and agreed to, once no required one is missing. */
  onAgree: (consent_terms: string[], form: FormHandle) => Promise<void>
  /** Actions besides agreeing and declining. */
  ways?: ReactNode
  children?: ReactNode
}

export function TermsForm({ title, lead, stepName, types, onAgree, ways, children }: Props) {
  const { t } = useTranslation()
  const chain = useChain(stepName)
  const { serviceUrl } = serviceFacts()
  const { terms, failed, retry } = useTerms(types)
  const agreed = useLogin((login) => login.draft.consent_terms)
  const { handle, textOf, problems, error, submit, sending, change } = useFieldForm<Fields>({
    mode: 'onSubmit',
    schema: z.object({ [TERMS_FIELD]: asZodOf((codes: string[]) => termsProblem(terms ?? [], codes)) }),
    stored: { consentedTerms: agreed },
    keep: ({ consentedTerms }) => saveDraft({ consent_terms: consentedTerms }),
  })

  async function agree({ consentedTerms }: Fields) {
    if (!terms) return
    const codes = terms.flatMap(({ terms_code, children: below }) => [
      terms_code,
      ...below.map((one) => one.terms_code),
    ])
    await onAgree(
      consentedTerms.filter((code) => codes.includes(code)),
      handle,
    )
  }

  return (
    <FormShell
      title={title}
      lead={bySentence(lead)}
      {...(chain && { step: chain })}
      {...(terms ? sending(t('resolve.agree')) : { submit: null })}
      onSubmit={submit(agree)}
      error={error}
      problems={problems}
      above={<Who />}
      after={
        (ways || serviceUrl) && (
          <WaysOut>
            {ways}
            {serviceUrl && (
              <TextLink href={serviceUrl} onFollow={leaveVisit}>
                {t('resolve.decline')}
              </TextLink>
            )}
          </WaysOut>
        )
      }
    >
      {children}
      {!terms && failed && <LoadFailed text="resolve.termsFailed" onRetry={retry} />}
      {!terms && !failed && <div className="bone" aria-busy="true" />}
      {terms && (
        <TermsList
          terms={terms}
          agreed={agreed}
          onChange={(consentedTerms) => change({ consentedTerms })}
          onRead={readTerms}
          error={textOf(TERMS_FIELD)}
        />
      )}
    </FormShell>
  )
}
