// A form for a new password: its two fields, and what connects them.
import { useEffect } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { NewPassword } from '../../rules/fields/newPasswordForm.ts'
import { preloadFrequent } from './guessable.ts'

type Props<Fields extends FieldValues> = {
  form: UseFormReturn<Fields>
  textOf: (field: Path<Fields>) => string | undefined
}

/** @returns both fields as `register` gives them, and their errors */
export function useNewPassword<Fields extends FieldValues & NewPassword>({ form, textOf }: Props<Fields>) {
  const [first, again] = ['password', 'passwordComparison'] as [Path<Fields>, Path<Fields>]
  useEffect(preloadFrequent, [])
  const { isSubmitted, touchedFields } = form.formState
  const isJudged = isSubmitted || 'passwordComparison' in touchedFields
  return {
    // The confirmation is validated again with each change of the password, once it has been validated at all.
    password: form.register(first, { onChange: () => void (isJudged && form.trigger(again)) }),
    passwordComparison: form.register(again),
    errors: { password: textOf(first), passwordComparison: textOf(again) },
  }
}
