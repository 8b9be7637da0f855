// Spec §2, /join/service: the partner service the member came from, its terms, jobs and interests. All of it can be skipped.
import { useCallback } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { termsOf, verifyJoin } from '../../api/join.ts'
import { useAnswer } from '../../effects/forms/useAnswer.ts'
import { useFieldForm } from '../../effects/forms/useFieldForm.ts'
import { useOneAtATime } from '../../effects/forms/useOneAtATime.ts'
import { readTerms } from '../../effects/perform/readTerms.ts'
import { type FormHandle, usePerform } from '../../effects/perform/usePerform.ts'
import { formatList } from '../../i18n/formats.ts'
import { useLocale } from '../../i18n/texts.tsx'
import { asZodOf } from '../../rules/fields/asZod.ts'
import { onJoined } from '../../rules/errors/join.ts'
import {
  begunProblems,
  isJobInfoEmpty,
  isJobInfoValid,
  noInterests,
  noJobs,
  PROFILE_FIELDS,
  type ProfileInfo,
} from '../../rules/join/jobInfo.ts'
import { displayName, TERMS_LANGUAGE } from '../../rules/texts/locale.ts'
import { joinRoute } from '../../rules/join/member.ts'
import { isSafeAddress } from '../../rules/fields/webAddress.ts'
import { claimsShown } from '../../rules/visit/resolve.ts'
import { hasProfile, profileFields } from '../../rules/join/profileForm.ts'
import { joinPayload } from '../../rules/join/signUpPayload.ts'
import { termsProblem } from '../../rules/terms/terms.ts'
import { ofAudience } from '../../rules/terms/termsList.ts'
import { waitText } from '../../rules/codes/wait.ts'
import { readJoin, useJoin } from '../../stores/join.ts'
import { saveSignUp, useSignUp } from '../../stores/signUp.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { Button } from '../../ui/Button.tsx'
import { FormShell } from '../../ui/shell/FormShell.tsx'
import { Known } from '../../ui/shell/Known.tsx'
import { LoadFailed } from '../../ui/shell/LoadFailed.tsx'
import { SupportedImage } from '../../ui/SupportedImage.tsx'
import { TERMS_FIELD, TermsList } from '../../ui/lists/TermsList.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { WaysOut } from '../../ui/WaysOut.tsx'
import type { TermsLanguage } from '../../../contract/codes.ts'
import { Begun } from '../../profile/Begun.tsx'
import { InterestFields } from '../../profile/InterestFields.tsx'
import { JobFields } from '../../profile/JobFields.tsx'
import { problemsByField, profileErrors, summaryProblems } from '../../profile/problems.ts'
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

/** The button of a join without the service. */
const LATER = 'service-later'

type Fields = ProfileInfo & { consentedTerms: string[] }

export default function ServicePage() {
  const { t } = useTranslation()
  const locale = useLocale()
  const perform = usePerform()
  const service = useWelcome((state) => state.service_info)
  const { serviceTerms, memberJobInfo, interestInfo } = useSignUp()
  const { rows, claims, failed, retry } = useServiceTerms(TERMS_LANGUAGE[locale])
  const {
    form,
    handle: whole,
    textOf,
    error,
    forget,
    wait,
    submit,
    change,
  } = useFieldForm<Fields>({
    mode: 'onSubmit',
    schema: z
      .object({ ...profileFields, consentedTerms: asZodOf((codes: string[]) => termsProblem(rows ?? [], codes)) })
      .check(hasProfile((info) => begunProblems(info, info))),
    stored: { consentedTerms: serviceTerms, ...memberJobInfo, ...interestInfo },
    keep: ({ consentedTerms, interest_category, interest_field, ...jobs }) =>
      saveSignUp({
        serviceTerms: consentedTerms,
        memberJobInfo: jobs,
        interestInfo: { interest_category, interest_field },
      }),
  })
  const forgetRefused = () =>
    form.clearErrors(PROFILE_FIELDS.filter((field) => form.getFieldState(field).error?.type === 'refused'))
  const handle: FormHandle = {
    ...whole,
    fieldError: (field, text, values) =>
      PROFILE_FIELDS.some((one) => one === field) && whole.fieldError(field, text, values),
  }
  const { busy, only } = useOneAtATime()
  const kind = useJoin((state) => state.kind)
  // An operator approves a business partner first (Screens, "Join").
  const waitsForApproval = useJoin((state) => state.memberTypeCode === 'BSNS')
  const step = joinStep(t, 'service', { kind, isInvited: false })
  const name = service ? displayName(service, locale) : t('shell.theService')

  const shown = profileErrors(form.formState.errors)
  const termsError = textOf(TERMS_FIELD)
  const errors = problemsByField(t, shown)

  async function join(skipServices: boolean) {
    forget(skipServices ? () => void only(() => join(true)) : undefined)
    forgetRefused()
    saveSignUp({ skipServices })
    const answer = await verifyJoin(joinPayload(readJoin()))
    if (answer.ok) void sendLetter()
    await perform(onJoined(answer, joinFacts()), handle)
  }

  const fill = (info: Partial<ProfileInfo>) => {
    forgetRefused()
    change(info)
  }

  return (
    <FormShell
      title={t('join.serviceTitle')}
      lead={
        <Trans
          t={t}
          i18nKey={waitsForApproval ? 'join.serviceLeadApproval' : 'join.serviceLead'}
          // Its button is below the whole form, and only the first one stays in reach.
          components={{
            sentence: <span className="sentence" />,
            later: <TextButton onClick={() => document.getElementById(LATER)?.focus()} />,
          }}
        />
      }
      step={step}
      submit={t('join.finish') + waitText(wait)}
      incomplete={!rows || wait > 0}
      why={rows || wait > 0 ? undefined : `${TERMS_FIELD}-note`}
      busy={busy}
      onSubmit={submit(() => only(() => join(false)))}
      problems={[...(termsError ? [{ field: TERMS_FIELD, text: termsError }] : []), ...summaryProblems(t, shown)]}
      error={error}
      after={
        <>
          <Button
            id={LATER}
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
              claimsShown(claims, kind === 'SK').map((claim) => t(claim)),
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
          onChange={(consentedTerms) => change({ consentedTerms })}
          onRead={readTerms}
          hint={rows ? undefined : t('profile.listComing')}
          error={termsError}
        />
      )}
      <JobFields value={memberJobInfo} onChange={fill} errors={errors} optional={isJobInfoEmpty(memberJobInfo)} />
      {!isJobInfoEmpty(memberJobInfo) && (
        <Begun
          text={isJobInfoValid(memberJobInfo) ? null : 'profile.jobsWhole'}
          clear="profile.jobsClear"
          onClear={() => fill(noJobs)}
          first="current_job_group"
        />
      )}
      <InterestFields
        value={interestInfo}
        onChange={fill}
        errors={errors}
        optional={interestInfo.interest_category === ''}
      />
      {interestInfo.interest_category !== '' && (
        <Begun
          text={interestInfo.interest_field === '' ? 'profile.interestsWhole' : null}
          clear="profile.interestsClear"
          onClear={() => fill(noInterests)}
          first="interest_category"
        />
      )}
    </FormShell>
  )
}
