// A form for a new password: its two fields, and what connects them.
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { NewPassword } from '../../rules/fields/newPasswordForm.ts'

/** @returns both fields as `register` gives them */
export function useNewPassword<Fields extends FieldValues & NewPassword>(form: UseFormReturn<Fields>) {
  const [first, again] = ['password', 'passwordComparison'] as [Path<Fields>, Path<Fields>]
  const { isSubmitted, touchedFields } = form.formState
  const isJudged = isSubmitted || 'passwordComparison' in touchedFields
  return {
    // The confirmation is validated again with each change of the password, once it has been validated at all.
    password: form.register(first, { onChange: () => void (isJudged && form.trigger(again)) }),
    passwordComparison: form.register(again),
  }
}
