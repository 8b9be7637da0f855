// Contract, /resolve/service/info: the profile fields that the service asks for and that are missing; no others.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { resolveUser } from '../../api/auth.ts'
import { resolveStudent } from '../../api/file.ts'
import { useFieldForm } from '../../effects/forms/useFieldForm.ts'
import { asZod, asZodOf } from '../../rules/fields/asZod.ts'
import {
  INTEREST_FIELDS,
  JOB_FIELDS,
  noInterests,
  noJobs,
  PROFILE_FIELDS,
  type ProfileInfo,
  profileProblems,
  withParents,
} from '../../rules/join/jobInfo.ts'
import { sendsLetter } from '../../rules/join/memberTypes.ts'
import { cleanNickname, nicknameProblem } from '../../rules/fields/nickname.ts'
import { hasProfile, profileFields } from '../../rules/join/profileForm.ts'
import { onStudentResolved } from '../../rules/visit/resolve.ts'
import { studentProfile } from '../../rules/join/signUpPayload.ts'
import { saveDraft, useLogin } from '../../stores/login.ts'
import { stepIn } from '../../stores/pendingStep.ts'
import { readJoin } from '../../stores/join.ts'
import { readSignUp, saveSignUp, useSignUp } from '../../stores/signUp.ts'
import { FormShell } from '../../ui/shell/FormShell.tsx'
import { keepLetter, recallLetter } from '../../effects/session/letter.ts'
import { useChain } from '../../profile/useChain.ts'
import { LetterField } from '../../profile/LetterField.tsx'
import { InterestFields } from '../../profile/InterestFields.tsx'
import { NicknameField } from '../../profile/NicknameField.tsx'
import { useNickname } from '../../profile/useNickname.ts'
import { JobFields } from '../../profile/JobFields.tsx'
import { problemsByField, profileErrors, summaryProblems } from '../../profile/problems.ts'
import { useResolved } from './useStep.ts'
import { Who } from '../../profile/Who.tsx'
import { bySentence } from '../../ui/bySentence.tsx'

type Fields = ProfileInfo & { nickName: string; enrollment_letter: File | null }

export default function ServiceInfoPage() {
  const { t } = useTranslation()
  const resolved = useResolved()
  const resolvedWithLetter = useResolved(onStudentResolved)
  const chain = useChain('resolve.stepInfo')
  // A student who has just joined here, and whose letter has not been sent yet. Asked once: sending it must not take the field away.
  const [owesLetter] = useState(() => {
    const signUp = readSignUp()
    return sendsLetter(signUp) && signUp.join_status === 'JOINED' && !signUp.letter_sent
  })
  const asked = useLogin((login) => stepIn(login, 'SERVICE_ADD_INFO')?.profile_fields)
  const draft = useLogin((login) => login.draft.profile)
  const known = withParents(asked ?? [])
  const asksLetter = asked?.includes('enrollment_letter') === true
  const asksNickname = asked?.includes('nickname') === true
  // A server that names no field of this page asks for all six of the specification.
  const fields = known.length > 0 || asksLetter || asksNickname ? known : PROFILE_FIELDS
  const typed = useLogin((login) => login.draft.nickname)
  const nickname = useNickname(typed)
  const enrollment_letter = useSignUp((state) => state.letter)
  const info: ProfileInfo = { ...noJobs, ...noInterests, ...draft }
  const { form, handle, textOf, error, submit, sending, change } = useFieldForm<Fields>({
    mode: 'onSubmit',
    schema: z
      .object({
        ...profileFields,
        nickName: asZod((nick) => (asksNickname ? nicknameProblem(nick) : null)),
        enrollment_letter: asZodOf((file: File | null) => (asksLetter && !file ? 'field.letterMissing' : null)),
      })
      .check(hasProfile((values) => profileProblems(values, fields))),
    stored: { ...info, nickName: typed, enrollment_letter },
    keep: ({ nickName, enrollment_letter: _stored, ...profile }) => saveDraft({ profile, nickname: nickName }),
  })
  const shown = profileErrors(form.formState.errors)
  const errors = problemsByField(t, shown)
  const others = (['nickName', 'enrollment_letter'] as const).map((field) => ({ field, text: textOf(field) ?? '' }))
  const has = (group: readonly string[]) => fields.some((field) => group.includes(field))

  async function save({ nickName, ...profile }: Fields) {
    if (asksNickname && (await nickname.settle(nickName)) === 'taken')
      return form.setError('nickName', { type: 'refused', message: 'join.nicknameTaken' })
    const letter = owesLetter || asksLetter ? await recallLetter() : null
    if (asksLetter && !letter) return
    const values = {
      ...Object.fromEntries(fields.map((field) => [field, profile[field]])),
      ...(asksNickname && { nickname: cleanNickname(nickName) }),
    }
    if (!letter) return resolved(await resolveUser({ matcher_type: 'SERVICE_ADD_INFO', ...values }), handle)
    const answer = await resolveStudent({ ...studentProfile(readJoin()), ...values }, letter)
    if (answer.ok) {
      saveSignUp({ letter_sent: true })
      void keepLetter(null)
    }
    await resolvedWithLetter(answer, handle)
  }

  return (
    <FormShell
      title={t('resolve.info')}
      lead={bySentence(t('resolve.infoLead'))}
      {...(chain && { step: chain })}
      {...sending(t('resolve.next'))}
      onSubmit={submit(save)}
      problems={[...summaryProblems(t, shown), ...others.filter(({ text }) => text !== '')]}
      error={error}
      above={<Who />}
    >
      {has(JOB_FIELDS) && <JobFields value={info} onChange={change} fields={fields} errors={errors} />}
      {has(INTEREST_FIELDS) && <InterestFields value={info} onChange={change} fields={fields} errors={errors} />}
      {asksNickname && <NicknameField {...form.register('nickName')} nickname={nickname} error={textOf('nickName')} />}
      {(owesLetter || asksLetter) && <LetterField required={asksLetter} error={textOf('enrollment_letter')} />}
    </FormShell>
  )
}
