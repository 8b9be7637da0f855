// Spec §5, birthday: eight digits with automatic hyphens (4-2-2). A group member enters only the year.
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { now } from '../../../effects/browser/clock.ts'
import { todayInKorea } from '../../../rules/fields/age.ts'
import {
  BIRTHDAY_MAX_LENGTH,
  birthdayDigits,
  DEFAULT_BIRTHDAY,
  finishBirthday,
  finishBirthYear,
  formatBirthday,
} from '../../../rules/fields/birthday.ts'
import { isRealDate } from '../../../rules/fields/date.ts'
import { DatePicker } from '../../../ui/fields/DatePicker.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { useOnSubmit } from '../../../ui/fields/useOnSubmit.ts'
import type { PrivacyForm } from './privacyForm.ts'
import { rewriting } from '../rewriting.ts'
import { useErrorOf } from '../useErrorOf.ts'

type Props = { form: PrivacyForm; yearOnly: boolean; isFixed: boolean }

export function BirthdayField({ form, yearOnly, isFixed }: Props) {
  const { t } = useTranslation()
  const error = useErrorOf(form)('birthday')
  const format = (typed: string) => (yearOnly ? birthdayDigits(typed, 4) : formatBirthday(typed))

  const field = form.register('birthday')
  const input = useRef<HTMLInputElement>(null)
  const finish = () =>
    form.setValue('birthday', (yearOnly ? finishBirthYear : finishBirthday)(form.getValues('birthday'), now()))
  useOnSubmit(input, finish)
  const opensAt = () => {
    const typed = form.getValues('birthday')
    return { chosen: isRealDate(typed) ? typed : '', first: DEFAULT_BIRTHDAY, last: todayInKorea(now()) }
  }
  return (
    <TextField
      {...field}
      ref={(element) => {
        field.ref(element)
        input.current = element
      }}
      label={t(yearOnly ? 'join.birthYear' : 'join.birthday')}
      hint={
        isFixed
          ? t('join.fixed')
          : yearOnly
            ? t('join.birthYearHint')
            : t('join.birthdayHint', { example: DEFAULT_BIRTHDAY })
      }
      error={error}
      readOnly={isFixed}
      action={
        !yearOnly &&
        !isFixed && (
          <DatePicker
            opensAt={opensAt}
            onPick={(date) =>
              form.setValue('birthday', date, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
            }
          />
        )
      }
      inputMode="numeric"
      autoComplete={yearOnly ? 'bday-year' : 'bday'}
      // The length is checked after reformatting, because a pasted date may be longer.
      maxLength={yearOnly ? BIRTHDAY_MAX_LENGTH : BIRTHDAY_MAX_LENGTH * 2}
      onInput={yearOnly ? rewriting(format, /\D/g, 4) : rewriting(format, /[^\d-]/g, BIRTHDAY_MAX_LENGTH)}
      onBlur={(event) => {
        finish()
        void field.onBlur(event)
      }}
    />
  )
}
