// Screens, "Join": the additional fields of each member type.
import type { ComponentType } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import {
  groupMember,
  memberTypes,
  type OwnScreenName,
  type Screen,
  type ScreenName,
} from '../../../rules/join/memberTypes.ts'
import { PHONE_MAX_LENGTH } from '../../../rules/fields/phone.ts'
import { onlyDigits } from '../../../rules/fields/textFields.ts'
import { useJoin } from '../../../stores/join.ts'
import { bySentence } from '../../../ui/bySentence.tsx'
import { EmailSuggestion } from '../../../ui/fields/EmailSuggestion.tsx'
import { EmailField } from '../../../ui/fields/EmailField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { AffiliationField, CodeRadios } from './CodeChoice.tsx'
import type { PrivacyForm } from './privacyForm.ts'
import { rewriting } from '../rewriting.ts'
import { MajorsFields, SchoolFields } from './StudentFields.tsx'
import { useErrorOf } from '../useErrorOf.ts'

type FormOnly = { form: PrivacyForm }
type Props = FormOnly & {
  /** A press has answered a question of this screen for the first time. */
  onAnswer: () => void
}

/** The fields of each screen that only one kind of member sees. */
const contents: Record<OwnScreenName, ComponentType<Props>> = {
  bsns: BusinessFields,
  social: SocialFields,
  family: FamilyFields,
  student: SchoolFields,
  majors: MajorsFields,
  group: GroupFields,
}
const isOwn = (name: ScreenName): name is OwnScreenName => Object.hasOwn(contents, name)

export function TypeFields({ screen: { name }, ...props }: Props & { screen: Screen }) {
  const Fields = isOwn(name) ? contents[name] : null
  return Fields && <Fields {...props} />
}

function JobFields({ form, onAnswer }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <CodeRadios
        form={form}
        name="jobTitle"
        label={t('join.jobTitle')}
        group="JOB_TYP_GRP"
        etc={{ name: 'jobTitleEtc', label: t('join.jobTitleEtc') }}
        onAnswer={onAnswer}
      />
      <CodeRadios form={form} name="jobRank" label={t('join.jobRank')} group="JOB_LEV_GRP" onAnswer={onAnswer} />
    </>
  )
}

function BusinessFields({ form, onAnswer }: Props) {
  const { t } = useTranslation()
  const errorOf = useErrorOf(form)
  const email = useWatch({ control: form.control, name: 'affiliationEmail' })
  return (
    <>
      <AffiliationField form={form} affiliation={memberTypes.BSNS.affiliation} />
      <JobFields form={form} onAnswer={onAnswer} />
      <TextField
        {...form.register('affiliationPhone')}
        onInput={rewriting(onlyDigits)}
        label={t('join.officePhone')}
        hint={t('join.officePhoneHint')}
        error={errorOf('affiliationPhone')}
        type="tel"
        maxLength={PHONE_MAX_LENGTH}
        inputMode="numeric"
        autoComplete="work tel-national"
      />
      <div>
        <EmailField
          {...form.register('affiliationEmail')}
          label={t('join.officeEmail')}
          error={errorOf('affiliationEmail')}
          autoComplete="work email"
        />
        <EmailSuggestion
          typed={email}
          onTake={(meant) => {
            form.setValue('affiliationEmail', meant, { shouldDirty: true, shouldValidate: true })
            form.setFocus('affiliationEmail')
          }}
        />
      </div>
    </>
  )
}

function SocialFields({ form, onAnswer }: Props) {
  return (
    <>
      <AffiliationField form={form} affiliation={memberTypes.SOCIAL.affiliation} />
      <JobFields form={form} onAnswer={onAnswer} />
    </>
  )
}

function FamilyFields({ form }: FormOnly) {
  const { t } = useTranslation()
  const errorOf = useErrorOf(form)
  return (
    <>
      <TextField
        {...form.register('recommenderMbrNo')}
        label={t('join.recommender')}
        hint={<span>{bySentence(t('join.recommenderHint'))}</span>}
        error={errorOf('recommenderMbrNo')}
        autoComplete="off"
        autoCapitalize="none"
      />
      <CodeRadios
        form={form}
        name="relationship"
        label={t('join.relationship')}
        hint={t('join.relationshipHint')}
        group="FAM_REL_GRP"
        etc={{ name: 'relationshipEtc', label: t('join.relationshipEtc') }}
      />
      <CodeRadios
        form={form}
        name="familyJob"
        label={t('join.familyJob')}
        group="FAM_JOB_GRP"
        etc={{ name: 'familyJobEtc', label: t('join.familyJobEtc') }}
      />
    </>
  )
}

function GroupFields({ form }: FormOnly) {
  const { t } = useTranslation()
  const errorOf = useErrorOf(form)
  const isFixed = useJoin((state) => state.fixed.includes('emp_no'))
  return (
    <>
      <AffiliationField form={form} affiliation={groupMember.affiliation} />
      <TextField
        {...form.register('empNo')}
        label={t('join.empNo')}
        hint={<span>{bySentence(t(isFixed ? 'join.fixed' : 'join.empNoHint'))}</span>}
        error={errorOf('empNo')}
        readOnly={isFixed}
        autoComplete="off"
        autoCapitalize="none"
      />
    </>
  )
}
