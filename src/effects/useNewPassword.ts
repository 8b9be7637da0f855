// A form in which a new password is set: its two fields, and what binds them.
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { NewPassword } from '../rules/newPasswordForm'

/** @returns both fields as `register` gives them */
export function useNewPassword<Fields extends FieldValues & NewPassword>(form: UseFormReturn<Fields>) {
  const [first, again] = ['password', 'passwordComparison'] as [Path<Fields>, Path<Fields>]
  const { isSubmitted, touchedFields } = form.formState
  const isJudged = isSubmitted || 'passwordComparison' in touchedFields
  return {
    // The confirmation is judged anew with every change of what it confirms, once it has been judged at all.
    password: form.register(first, { onChange: () => void (isJudged && form.trigger(again)) }),
    passwordComparison: form.register(again),
  }
}
