// A form for a new password: its two fields, and what connects them.
import { useEffect } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { faultOf } from '../../rules/fields/newPassword.ts'
import type { NewPassword } from '../../rules/fields/newPasswordForm.ts'
import type { MessageKey } from '../../rules/texts/messages.ts'
import { preloadFrequent } from './guessable.ts'

/** @returns both fields as `register` gives them, and their errors. The error of the password names the part that is wrong. */
export function useNewPassword<Fields extends FieldValues & NewPassword>(form: UseFormReturn<Fields>) {
  const [first, again] = ['password', 'passwordComparison'] as [Path<Fields>, Path<Fields>]
  const { t } = useTranslation()
  useEffect(preloadFrequent, [])
  const errorOf = (name: Path<Fields>) => {
    const problem = form.getFieldState(name, form.formState).error?.message as MessageKey | undefined
    const fault = problem && name === first ? faultOf(problem, form.getValues(first)) : null
    return problem && (fault ? t(fault.text, fault.values) : t(problem))
  }
  const { isSubmitted, touchedFields } = form.formState
  const isJudged = isSubmitted || 'passwordComparison' in touchedFields
  return {
    // The confirmation is validated again with each change of the password, once it has been validated at all.
    password: form.register(first, { onChange: () => void (isJudged && form.trigger(again)) }),
    passwordComparison: form.register(again),
    errors: { password: errorOf(first), passwordComparison: errorOf(again) },
  }
}
