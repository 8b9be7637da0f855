// Screens, "Join": the additional fields of each member type.
import { useWatch } from 'react-hook-form'
import { useTexts } from '../../i18n/texts'
import { PHONE_MAX_LENGTH } from '../../rules/phone'
import { onlyDigits } from '../../rules/textFields'
import { useSignUp } from '../../stores/signUp'
import { TextField } from '../../ui/fields/TextField'
import { CodeSelect } from './CodeChoice'
import type { PrivacyForm } from './privacyForm'
import { rewriting } from './rewriting'
import { StudentFields } from './StudentFields'
import { useErrorOf } from './useErrorOf'

type Props = { form: PrivacyForm }

export function TypeFields({ form, isSkFamily }: Props & { isSkFamily: boolean }) {
  const memberTypeCode = useWatch({ control: form.control, name: 'memberTypeCode' })
  if (isSkFamily) return <GroupFields form={form} />
  switch (memberTypeCode) {
    case 'BSNS':
      return <BusinessFields form={form} />
    case 'SOCIAL':
      return <SocialFields form={form} />
    case 'FAMILY':
      return <FamilyFields form={form} />
    case 'STUDENT':
      return <StudentFields form={form} />
    case null:
      return null
  }
}

function JobFields({ form }: Props) {
  const { t } = useTexts()
  return (
    <>
      <CodeSelect
        form={form}
        name="jobTitle"
        label={t('join.jobTitle')}
        group="JOB_TYP_GRP"
        etc={{ name: 'jobTitleEtc', label: t('join.jobTitleEtc') }}
      />
      <CodeSelect form={form} name="jobRank" label={t('join.jobRank')} group="JOB_LEV_GRP" />
    </>
  )
}

function BusinessFields({ form }: Props) {
  const { t } = useTexts()
  const errorOf = useErrorOf(form)
  return (
    <section className="stack part" aria-labelledby="company">
      <h2 id="company">{t('join.groupBsns')}</h2>
      <CodeSelect
        form={form}
        name="affiliationCode"
        label={t('join.company')}
        group="PARTNER_COM_GRP"
        etc={{ name: 'affiliationName', label: t('join.companyEtc') }}
      />
      <JobFields form={form} />
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
      <TextField
        {...form.register('affiliationEmail')}
        label={t('join.officeEmail')}
        error={errorOf('affiliationEmail')}
        type="email"
        inputMode="email"
        autoComplete="work email"
        autoCapitalize="none"
        spellCheck={false}
      />
    </section>
  )
}

function SocialFields({ form }: Props) {
  const { t } = useTexts()
  return (
    <section className="stack part" aria-labelledby="organisation">
      <h2 id="organisation">{t('join.groupSocial')}</h2>
      <CodeSelect
        form={form}
        name="affiliationCode"
        label={t('join.organisation')}
        group="SOCIAL_COM_GRP"
        etc={{ name: 'affiliationName', label: t('join.organisationEtc') }}
      />
      <JobFields form={form} />
    </section>
  )
}

function FamilyFields({ form }: Props) {
  const { t } = useTexts()
  const errorOf = useErrorOf(form)
  return (
    <section className="stack part" aria-labelledby="family">
      <h2 id="family">{t('join.groupFamily')}</h2>
      <TextField
        {...form.register('recommenderMbrNo')}
        label={t('join.recommender')}
        hint={t('join.recommenderHint')}
        error={errorOf('recommenderMbrNo')}
        autoComplete="off"
        autoCapitalize="none"
      />
      <CodeSelect
        form={form}
        name="relationship"
        label={t('join.relationship')}
        group="FAM_REL_GRP"
        etc={{ name: 'relationshipEtc', label: t('join.relationshipEtc') }}
      />
      <CodeSelect
        form={form}
        name="familyJob"
        label={t('join.familyJob')}
        group="FAM_JOB_GRP"
        etc={{ name: 'familyJobEtc', label: t('join.familyJobEtc') }}
      />
    </section>
  )
}

function GroupFields({ form }: Props) {
  const { t } = useTexts()
  const errorOf = useErrorOf(form)
  const isFixed = useSignUp((state) => state.fixed.includes('emp_no'))
  return (
    <section className="stack part" aria-labelledby="company">
      <h2 id="company">{t('join.groupSk')}</h2>
      <CodeSelect form={form} name="affiliationCode" label={t('join.skCompany')} group="SK_COM_GRP" />
      <TextField
        {...form.register('empNo')}
        label={t('join.empNo')}
        hint={isFixed ? t('join.fixed') : undefined}
        error={errorOf('empNo')}
        readOnly={isFixed}
        autoComplete="off"
        autoCapitalize="none"
      />
    </section>
  )
}
