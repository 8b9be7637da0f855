// Pairs of choices, the second within the first: a job of its group, a field of its category.
import { useTranslation } from 'react-i18next'
import type { Choice, ProfileField } from '../rules/join/jobInfo.ts'
import { SelectField } from '../ui/fields/SelectField.tsx'
import './profile.css'

type FieldProps = {
  name: ProfileField
  label: string
  choices: readonly Choice[]
  value: string
  /** What to do first, while there is nothing to choose from. */
  waits?: string | undefined
  error?: string | undefined
  optional?: boolean
  onChange: (value: string) => void
}

/** A native select whose first line says what to do. */
export function ChoiceField({ choices, waits, onChange, ...field }: FieldProps) {
  const { t } = useTranslation()
  return (
    <SelectField
      {...field}
      choices={[{ value: '', text: waits ?? t('profile.choose') }, ...choices]}
      disabled={waits !== undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
