// A form of later pages: react-hook-form with message keys as errors, for outcomes and FormShell.
import { useState } from 'react'
import { type FieldValues, type Path, useForm, type UseFormProps } from 'react-hook-form'
import { useTexts } from '../../i18n/texts.tsx'
import type { MessageKey, Values } from '../../rules/messages.ts'
import { useFormError } from './useFormError.ts'
import type { FormHandle } from '../perform/usePerform.ts'

/**
 * @returns the form itself (`form.register` …), and for the page: `handle` for `perform`, `problems` and `error` for FormShell,
 *   `textOf(field)` for a field's own line, `submit(send)` for `onSubmit`; `forget`, `wait` and `sending(words)` as in useFormError.
 *   Errors are in the current language.
 */
export function useFieldForm<Fields extends FieldValues>(options: UseFormProps<Fields, unknown, Fields>) {
  const { t } = useTexts()
  // FormShell focuses the first wrong field, once for each attempt.
  const form = useForm<Fields, unknown, Fields>({ mode: 'onTouched', shouldFocusError: false, ...options })
  const { handle: whole, error, forget, ...waiting } = useFormError()
  const [values, setValues] = useState<Record<string, Values | undefined>>({})
  const { errors } = form.formState

  // Every message in the form is a key, from a rule's schema or from an outcome.
  const textOf = (field: Path<Fields>): string | undefined => {
    const message = form.getFieldState(field, form.formState).error?.message
    return message ? t(message as MessageKey, values[field]) : undefined
  }

  const handle = {
    clear: (field) => form.resetField(field as Path<Fields>),
    // One frame after the error appeared, so that screen readers announce the reason first.
    focus: (field) => void requestAnimationFrame(() => form.setFocus(field as Path<Fields>, { shouldSelect: true })),
    fieldError: (field, text, values) => {
      setValues((known) => ({ ...known, [field]: values }))
      form.setError(field as Path<Fields>, { type: 'refused', message: text })
    },
    ...whole,
  } satisfies FormHandle

  return {
    form,
    handle,
    textOf,
    problems: Object.keys(errors).map((field) => ({ field, text: textOf(field as Path<Fields>) ?? '' })),
    error,
    forget,
    ...waiting,
    submit: (send: (fields: Fields) => Promise<void>) => () => {
      forget()
      return form.handleSubmit(send)()
    },
  }
}
