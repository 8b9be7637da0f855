// A form of later pages: react-hook-form whose errors are message keys, as outcomes and FormShell understand it.
import { useState } from 'react'
import { type FieldValues, type Path, useForm, type UseFormProps } from 'react-hook-form'
import { useTexts } from '../i18n/texts'
import type { MessageKey, Values } from '../rules/messages'
import { useFormError } from './useFormError'
import type { FormHandle } from './usePerform'

/**
 * @returns the form itself (`form.register` …), and for the page: `handle` for `perform`, `problems` and `error` for FormShell,
 *   `textOf(field)` for a field's own line, `submit(send)` for `onSubmit`; `wait` and `sending(words)` as in useFormError. Errors are
 *   said in the language of now.
 */
export function useFieldForm<Fields extends FieldValues>(options: UseFormProps<Fields, unknown, Fields>) {
  const { t } = useTexts()
  // The first wrong field gets the focus from FormShell, once for each attempt.
  const form = useForm<Fields, unknown, Fields>({ mode: 'onTouched', shouldFocusError: false, ...options })
  const { handle: whole, error, forget, ...waiting } = useFormError()
  const [values, setValues] = useState<Record<string, Values | undefined>>({})
  const { errors } = form.formState

  // Every message that is put into the form is a key: by a rule's schema, or by an outcome.
  const textOf = (field: Path<Fields>): string | undefined => {
    const message = form.getFieldState(field, form.formState).error?.message
    return message ? t(message as MessageKey, values[field]) : undefined
  }

  const handle = {
    clear: (field) => form.resetField(field as Path<Fields>),
    // One frame after the error was shown, so that readers hear why the focus moved.
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
    ...waiting,
    submit: (send: (fields: Fields) => Promise<void>) => () => {
      forget()
      return form.handleSubmit(send)()
    },
  }
}
