// Spec §3, interests: a category and a field of it.
import { useTranslation } from 'react-i18next'
import { interests } from '../api/portal.ts'
import { useAnswer } from '../effects/forms/useAnswer.ts'
import { useLocale } from '../i18n/texts.tsx'
import {
  chosen,
  INTEREST_FIELDS,
  interestChoices,
  type InterestField,
  type InterestInfo,
} from '../rules/join/jobInfo.ts'
import { LoadFailed } from '../ui/shell/LoadFailed.tsx'
import { ChoiceField } from './Choices.tsx'

type Props = {
  value: InterestInfo
  /** The fields that change; choosing a category empties its field. */
  onChange: (patch: Partial<InterestInfo>) => void
  /** Which of the two are shown; both if it is left out. */
  fields?: readonly string[]
  errors?: Partial<Record<InterestField, string>>
  /** Marks the fields as optional. The page stops this as soon as one of them is filled, because the others are needed then. */
  optional?: boolean
}

export function InterestFields({ value, onChange, fields = INTEREST_FIELDS, errors = {}, optional = false }: Props) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { data: list, failed, retry } = useAnswer(interests)
  if (failed && !list) return <LoadFailed onRetry={retry} />
  const { interest_category: category } = value
  const waits = list ? undefined : t('profile.listComing')

  return (
    <fieldset>
      <legend className="section">{t('profile.interest')}</legend>
      <div className="stack">
        <ChoiceField
          name="interest_category"
          label={t('profile.category')}
          choices={interestChoices(list ?? [], locale)}
          value={list ? category : ''}
          waits={waits}
          error={errors.interest_category}
          optional={optional}
          onChange={(code) => onChange(chosen('interest_category', code))}
        />
        {fields.includes('interest_field') && (
          <ChoiceField
            name="interest_field"
            label={t('profile.field')}
            choices={interestChoices(list ?? [], locale, category)}
            value={list ? value.interest_field : ''}
            waits={waits ?? (category ? undefined : t('profile.categoryFirst'))}
            error={errors.interest_field}
            optional={optional}
            onChange={(code) => onChange(chosen('interest_field', code))}
          />
        )}
      </div>
    </fieldset>
  )
}
