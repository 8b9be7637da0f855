// Screens, "Join", person: name, birthday, gender, nationality.
import { useTranslation } from 'react-i18next'
import type { FormField } from '../../../rules/join/joinFields.ts'
import type { MemberKind } from '../../../rules/join/member.ts'
import { useJoin } from '../../../stores/join.ts'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { BirthdayField } from './BirthdayField.tsx'
import { CodeRadios, CodeSelect } from './CodeChoice.tsx'
import type { PrivacyForm } from './privacyForm.ts'
import { useErrorOf } from '../useErrorOf.ts'

type Props = { form: PrivacyForm; kind: MemberKind; fields: readonly FormField[] }

export function PersonFields({ form, kind, fields }: Props) {
  const { t } = useTranslation()
  const errorOf = useErrorOf(form)
  const fixed = useJoin((state) => state.fixed)
  return (
    <>
      <TextField
        {...form.register('fullName')}
        label={t('join.fullName')}
        hint={fixed.includes('name') ? t('join.fixed') : undefined}
        error={errorOf('fullName')}
        readOnly={fixed.includes('name')}
        autoComplete="name"
        dir="auto"
      />
      <BirthdayField form={form} yearOnly={kind === 'SK'} isFixed={fixed.includes('birthdate')} />
      {fields.includes('gender') && (
        <CodeRadios form={form} name="gender" label={t('join.gender')} group="GENDER_GRP" />
      )}
      {fields.includes('nationalCode') && (
        <CodeSelect
          form={form}
          name="nationalCode"
          label={t('join.national')}
          group={kind === 'SK' ? 'NATIONAL_CD_SK_GRP' : 'NATIONAL_CD_GEN_GRP'}
        />
      )}
    </>
  )
}
