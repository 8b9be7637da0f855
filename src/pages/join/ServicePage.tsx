// Spec §2, /join/service: the partner service the member came from, its terms, jobs and interests. All of it can be skipped.
import { useCallback, useState } from 'react'
import { termsOf, verifyJoin } from '../../api/join'
import { useAnswer } from '../../effects/useAnswer'
import { useFormError } from '../../effects/useFormError'
import { useOneAtATime } from '../../effects/useOneAtATime'
import { type FormHandle, usePerform } from '../../effects/usePerform'
import { useTexts } from '../../i18n/texts'
import { onJoined } from '../../rules/errors/join'
import { begunProblems, PROFILE_FIELDS, type ProfileProblem } from '../../rules/jobInfo'
import { displayName, termsLanguage } from '../../rules/locale'
import { isSafeAddress } from '../../rules/webAddress'
import { joinPayload } from '../../rules/signUpPayload'
import { missingTerms, ofAudience } from '../../rules/terms'
import { waitText } from '../../rules/wait'
import { readSignUp, saveSignUp, useSignUp } from '../../stores/signUp'
import { useWelcome } from '../../stores/welcome'
import { Button } from '../../ui/Button'
import { FormShell } from '../../ui/FormShell'
import { LoadFailed } from '../../ui/LoadFailed'
import { SupportedImage } from '../../ui/SupportedImage'
import { TERMS_FIELD, TermsList } from '../../ui/TermsList'
import type { TermsLanguage } from '../../wire/codes'
import { InterestFields } from '../../profile/InterestFields'
import { JobFields } from '../../profile/JobFields'
import { atFields, inSummary } from '../../profile/problems'
import { joinFacts } from './joinFacts'
import { sendLetter } from './letterUpload'
import { joinStep } from './steps'
import { VisitEnding } from './VisitEnding'
import '../../profile/profile.css'

/** The service's terms in the language of the page. `rows` is null until they have come. */
function useServiceTerms(language: TermsLanguage) {
  const isSkFamily = useSignUp((state) => state.isSkFamily)
  const ask = useCallback((left: AbortSignal) => termsOf('RELYING_PARTY', language, left), [language])
  const { data, ...rest } = useAnswer(ask)
  const rows = data && ofAudience(data.terms, isSkFamily)
  return { ...rest, rows: rows && rows.map(({ url, ...term }) => ({ ...term, url: isSafeAddress(url) ? url : null })) }
}

export default function ServicePage() {
  const { t, locale } = useTexts()
  const perform = usePerform()
  const service = useWelcome((state) => state.service_info)
  const { serviceTerms, memberJobInfo, interestInfo } = useSignUp()
  const { rows, failed, retry } = useServiceTerms(termsLanguage(locale))
  const { handle: whole, error, forget, wait } = useFormError()
  const [refused, setRefused] = useState<ProfileProblem[]>([])
  const handle: FormHandle = {
    ...whole,
    fieldError: (field, text) =>
      setRefused(PROFILE_FIELDS.filter((one) => one === field).map((one) => ({ field: one, text }))),
    focus: (field) => void requestAnimationFrame(() => document.getElementById(field)?.focus()),
  }
  const [attempted, setAttempted] = useState(false)
  const { busy, only } = useOneAtATime()
  const name = service ? displayName(service, locale) : t('join.theService')

  const isMissing = missingTerms(rows ?? [], serviceTerms).length > 0
  const begun = begunProblems(memberJobInfo, interestInfo)
  const shown = [...(attempted ? begun : []), ...refused]
  const termsError = attempted && isMissing ? t('terms.requiredMissing') : undefined
  const errors = atFields(t, shown)

  async function join(skipServices: boolean) {
    forget()
    setRefused([])
    saveSignUp({ skipServices })
    const answer = await verifyJoin(joinPayload(readSignUp()))
    if (answer.ok) void sendLetter()
    await perform(onJoined(answer, joinFacts()), handle)
  }

  async function apply() {
    setAttempted(true)
    forget()
    if (rows && !isMissing && begun.length === 0) await only(() => join(false))
  }

  return (
    <FormShell
      title={t('join.serviceTitle')}
      lead={t('join.serviceLead')}
      step={joinStep(t, 'service')}
      submit={t('join.finish') + waitText(wait)}
      incomplete={!rows || wait > 0}
      why={wait > 0 ? 'form-error' : `${TERMS_FIELD}-note`}
      busy={busy}
      onSubmit={apply}
      problems={[...(termsError ? [{ field: TERMS_FIELD, text: termsError }] : []), ...inSummary(t, shown)]}
      error={error}
      after={
        <Button
          plain
          busy={busy}
          incomplete={wait > 0}
          {...(wait > 0 && { 'aria-describedby': 'form-error' })}
          onClick={() => void only(() => join(true))}
        >
          {t('join.skip') + waitText(wait)}
        </Button>
      }
    >
      <VisitEnding />
      <div className="service-card">
        <SupportedImage src={service?.icon_image_url} />
        <bdi>{name}</bdi>
      </div>
      {failed ? (
        <LoadFailed id={`${TERMS_FIELD}-note`} text="join.termsFailed" onRetry={retry} />
      ) : (
        <TermsList
          terms={rows ?? []}
          agreed={serviceTerms}
          onChange={(agreed) => saveSignUp({ serviceTerms: agreed })}
          hint={rows ? undefined : t('profile.listComing')}
          error={termsError}
        />
      )}
      <JobFields
        value={memberJobInfo}
        onChange={(patch) => {
          setRefused([])
          saveSignUp({ memberJobInfo: { ...memberJobInfo, ...patch } })
        }}
        errors={errors}
        optional
      />
      <InterestFields
        value={interestInfo}
        onChange={(patch) => {
          setRefused([])
          saveSignUp({ interestInfo: { ...interestInfo, ...patch } })
        }}
        errors={errors}
        optional
      />
    </FormShell>
  )
}
