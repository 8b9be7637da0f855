// Spec §2 and §5, terms of the platform: the general and the group's list, of a join and of an invitation.
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router-dom'
import * as z from 'zod/mini'
import { termsLinks } from '../../api/service.ts'
import { useAnswer } from '../../effects/forms/useAnswer.ts'
import { useFieldForm } from '../../effects/forms/useFieldForm.ts'
import { readTerms } from '../../effects/perform/readTerms.ts'
import { usePerform } from '../../effects/perform/usePerform.ts'
import { useLocale } from '../../i18n/texts.tsx'
import { speaksOfTerms, TERMS_LANGUAGE } from '../../rules/texts/locale.ts'
import { joinRoute, type MemberKind } from '../../rules/join/member.ts'
import { go } from '../../rules/visit/outcome.ts'
import { askedKind } from '../../rules/visit/pageGuards.ts'
import { paths } from '../../rules/visit/paths.ts'
import { isSafeAddress } from '../../rules/fields/webAddress.ts'
import { WhoChip } from '../../profile/WhoChip.tsx'
import { asZodOf } from '../../rules/fields/asZod.ts'
import { platformTerms, termsProblem } from '../../rules/terms/terms.ts'
import { asAnswered, deliveries, termsName } from '../../rules/terms/termsList.ts'
import { readJoin, useJoin } from '../../stores/join.ts'
import { saveSignUp } from '../../stores/signUp.ts'
import { FormShell } from '../../ui/shell/FormShell.tsx'
import { LeaveLink } from '../../profile/waysOut.tsx'
import { LoadFailed } from '../../ui/shell/LoadFailed.tsx'
import { TERMS_FIELD, TermsList } from '../../ui/lists/TermsList.tsx'
import { WaysOut } from '../../ui/WaysOut.tsx'
import type { TermsLanguage } from '../../../contract/codes.ts'
import { BackButton } from './BackButton.tsx'
import { MemberLogin } from './MemberLogin.tsx'
import { setMemberKind } from './memberType.ts'
import { useQueryOnce } from './queryOnce.ts'
import { joinStep } from './steps.ts'
import { useFromSignIn } from './useFromSignIn.ts'
import { VisitEnding } from './VisitEnding.tsx'
import { bySentence } from '../../ui/bySentence.tsx'

const PLATFORM = 'suni'

/** The texts as the answer lists them, or null while they are loading. A failure counts as none. */
function useLinks(language: TermsLanguage) {
  const ask = useCallback((left: AbortSignal) => termsLinks(PLATFORM, language, left), [language])
  const { data, failed, retry } = useAnswer(ask)
  return { links: data ?? (failed ? [] : null), retry }
}

type Fields = { consentedTerms: string[] }
type Props = { kind: MemberKind; isInvited?: boolean }

/** `type` names one of the two lists, whichever path it stands at; an invitation has only one. */
export default function TermsPage(props: Props) {
  const { search } = useLocation()
  const kind = askedKind(search) ?? props.kind
  if (props.isInvited || kind === props.kind) return <Terms {...props} />
  return <Navigate to={{ pathname: joinRoute('terms', { kind, isInvited: false }), search }} replace />
}

function Terms({ kind, isInvited = false }: Props) {
  const { t } = useTranslation()
  const locale = useLocale()
  const perform = usePerform()
  const { links, retry } = useLinks(TERMS_LANGUAGE[locale])
  const agreed = useJoin((state) => state.consentedTerms)
  const step = joinStep(t, 'terms', { kind, isInvited })
  useQueryOnce()
  const isFromSignIn = useFromSignIn()
  useEffect(() => setMemberKind(kind), [kind])

  const items = asAnswered(platformTerms(kind), links ?? [])
  const answered = new Map(links?.map((link) => [link.terms_code, link]))
  const codes = items.flatMap(({ terms_code, children = [] }) => [terms_code, ...children.map((c) => c.terms_code)])
  const nameOf = (terms_code: string) => {
    const given = speaksOfTerms(locale) && answered.get(terms_code)?.name
    if (given) return given
    const name = termsName(terms_code)
    return name ? t(name) : terms_code
  }
  const urlOf = (terms_code: string) => {
    const url = answered.get(terms_code)?.url
    return isSafeAddress(url) ? url : null
  }
  const lacksLinks = links !== null && items.some(({ terms_code }) => urlOf(terms_code) === null)
  const known = agreed.filter((terms_code) => codes.includes(terms_code))
  // Agreements to the other list stay, and are not sent with this join.
  const keep = ({ consentedTerms }: Fields) =>
    saveSignUp({
      consentedTerms: [...readJoin().consentedTerms.filter((code) => !codes.includes(code)), ...consentedTerms],
      ...deliveries(consentedTerms),
    })
  const { textOf, problems, submit, change } = useFieldForm<Fields>({
    mode: 'onSubmit',
    schema: z.object({ [TERMS_FIELD]: asZodOf((agreements: string[]) => termsProblem(items, agreements)) }),
    stored: { consentedTerms: known },
    keep,
  })

  const next = (fields: Fields) => {
    keep(fields)
    return perform([go(joinRoute('privacy', { kind, isInvited }))])
  }

  return (
    <FormShell
      above={
        isFromSignIn && (
          <div className="who">
            <WhoChip />
          </div>
        )
      }
      title={t('join.termsTitle')}
      lead={bySentence(t(isInvited ? 'join.termsLeadInvited' : 'join.termsLead'))}
      step={step}
      submit={t('join.next')}
      onSubmit={submit(next)}
      problems={problems}
      after={
        isInvited ? (
          <WaysOut>
            <LeaveLink />
          </WaysOut>
        ) : (
          <>
            <WaysOut>
              <BackButton otherwise={paths.join} />
            </WaysOut>
            <MemberLogin />
          </>
        )
      }
    >
      <VisitEnding />
      <TermsList
        terms={items.map(({ terms_code, required, children = [] }) => ({
          terms_code,
          required,
          name: nameOf(terms_code),
          url: urlOf(terms_code),
          isComing: links === null,
          children: children.map((child) => ({ terms_code: child.terms_code, name: nameOf(child.terms_code) })),
        }))}
        agreed={known}
        onChange={(consentedTerms) => change({ consentedTerms })}
        onRead={readTerms}
        error={textOf(TERMS_FIELD)}
      />
      {/* The contract: a failure is shown as missing links. The member can go on. */}
      {lacksLinks && <LoadFailed text="join.termsTextsFailed" onRetry={retry} />}
    </FormShell>
  )
}
