// Spec §2, /join/service: the partner service the member came from, its terms, jobs and interests. All of it can be skipped.
import { useCallback, useState } from 'react'
import { termsOf, verifyJoin } from '../../api/join.ts'
import { useAnswer } from '../../effects/forms/useAnswer.ts'
import { useFormError } from '../../effects/forms/useFormError.ts'
import { useOneAtATime } from '../../effects/forms/useOneAtATime.ts'
import { readTerms } from '../../effects/perform/readTerms.ts'
import { type FormHandle, usePerform } from '../../effects/perform/usePerform.ts'
import { formatList } from '../../i18n/formats.ts'
import { useTexts } from '../../i18n/texts.tsx'
import { onJoined } from '../../rules/errors/join.ts'
import { begunProblems, isJobInfoEmpty, PROFILE_FIELDS, type ProfileProblem } from '../../rules/jobInfo.ts'
import { displayName, TERMS_LANGUAGE } from '../../rules/locale.ts'
import { joinRoute } from '../../rules/member.ts'
import { isSafeAddress } from '../../rules/webAddress.ts'
import { claimsShown } from '../../rules/resolve.ts'
import { joinPayload } from '../../rules/signUpPayload.ts'
import { missingTerms } from '../../rules/terms.ts'
import { ofAudience } from '../../rules/termsList.ts'
import { waitText } from '../../rules/wait.ts'
import { readJoin, useJoin } from '../../stores/join.ts'
import { saveSignUp, useSignUp } from '../../stores/signUp.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { Button } from '../../ui/Button.tsx'
import { FormShell } from '../../ui/FormShell.tsx'
import { Known } from '../../ui/Known.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { SupportedImage } from '../../ui/SupportedImage.tsx'
import { TERMS_FIELD, TermsList } from '../../ui/TermsList.tsx'
import { WaysOut } from '../../ui/WaysOut.tsx'
import type { TermsLanguage } from '../../wire/codes.ts'
import { InterestFields } from '../../profile/InterestFields.tsx'
import { JobFields } from '../../profile/JobFields.tsx'
import { problemsByField, summaryProblems } from '../../profile/problems.ts'
import { BackButton } from './BackButton.tsx'
import { joinFacts } from './joinFacts.ts'
import { sendLetter } from './letterUpload.ts'
import { joinStep } from './steps.ts'
import { VisitEnding } from './VisitEnding.tsx'
import '../../profile/profile.css'

/** The service's terms in the language of the page. `rows` is null until they have come. */
function useServiceTerms(language: TermsLanguage) {
  const kind = useJoin((state) => state.kind)
  const ask = useCallback((left: AbortSignal) => termsOf('RELYING_PARTY', language, left), [language])
  const { data, ...rest } = useAnswer(ask)
  const rows = data && ofAudience(data.terms, kind)
  return {
    ...rest,
    claims: data?.claims ?? [],
    rows: rows && rows.map(({ url, ...term }) => ({ ...term, url: isSafeAddress(url) ? url : null })),
  }
}

export default function ServicePage() {
  const { t, locale } = useTexts()
  const perform = usePerform()
  const service = useWelcome((state) => state.service_info)
  const { serviceTerms, memberJobInfo, interestInfo } = useSignUp()
  const { rows, claims, failed, retry } = useServiceTerms(TERMS_LANGUAGE[locale])
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
  const kind = useJoin((state) => state.kind)
  const step = joinStep(t, 'service', kind)
  const name = service ? displayName(service, locale) : t('join.theService')

  const isMissing = missingTerms(rows ?? [], serviceTerms).length > 0
  const begun = begunProblems(memberJobInfo, interestInfo)
  const shown = [...(attempted ? begun : []), ...refused]
  const termsError = attempted && isMissing ? t('terms.requiredMissing') : undefined
  const errors = problemsByField(t, shown)

  async function join(skipServices: boolean) {
    forget(skipServices ? () => void only(() => join(true)) : undefined)
    setRefused([])
    saveSignUp({ skipServices })
    const answer = await verifyJoin(joinPayload(readJoin()))
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
      {...(step && { step })}
      submit={t('join.finish') + waitText(wait)}
      incomplete={!rows || wait > 0}
      why={rows || wait > 0 ? undefined : `${TERMS_FIELD}-note`}
      busy={busy}
      onSubmit={apply}
      problems={[...(termsError ? [{ field: TERMS_FIELD, text: termsError }] : []), ...summaryProblems(t, shown)]}
      error={error}
      after={
        <>
          <Button
            plain
            busy={busy}
            incomplete={wait > 0}
            {...(wait > 0 && { 'aria-describedby': 'form-error' })}
            onClick={() => void only(() => join(true))}
          >
            {t('join.skip') + waitText(wait)}
          </Button>
          <WaysOut>
            <BackButton otherwise={joinRoute('privacy', { kind, isInvited: false })} />
          </WaysOut>
        </>
      }
    >
      <VisitEnding />
      <div className="service-card">
        <SupportedImage src={service?.icon_image_url} />
        <bdi>{name}</bdi>
      </div>
      <Known
        facts={[
          {
            name: t('resolve.learns'),
            value: formatList(
              locale,
              claimsShown(claims).map((claim) => t(claim)),
            ),
          },
        ]}
      />
      {failed ? (
        <LoadFailed id={`${TERMS_FIELD}-note`} text="join.termsFailed" onRetry={retry} />
      ) : (
        <TermsList
          terms={rows ?? []}
          agreed={serviceTerms}
          onChange={(agreed) => saveSignUp({ serviceTerms: agreed })}
          onRead={readTerms}
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
        optional={isJobInfoEmpty(memberJobInfo)}
      />
      <InterestFields
        value={interestInfo}
        onChange={(patch) => {
          setRefused([])
          saveSignUp({ interestInfo: { ...interestInfo, ...patch } })
        }}
        errors={errors}
        optional={interestInfo.interest_category === ''}
      />
    </FormShell>
  )
}
