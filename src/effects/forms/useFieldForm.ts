// A form of later pages: react-hook-form with message keys as errors, for outcomes and FormShell.
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  useForm,
  type UseFormProps,
} from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ZodMiniType } from 'zod/mini'
import { faultOf } from '../../rules/fields/newPassword.ts'
import type { MessageKey, Values } from '../../rules/texts/messages.ts'
import { focusInView } from '../../state/focusInView.ts'
import { endPress, pressIsOver, watchPresses } from '../browser/press.ts'
import { useFormError } from './useFormError.ts'
import type { FormHandle } from '../perform/usePerform.ts'

type Options<Fields extends FieldValues> = Pick<UseFormProps<Fields>, 'mode'> & {
  defaultValues?: DefaultValues<Fields>
  /** The rules of the fields. A function where the rule of one field needs the value of another. */
  schema: ZodMiniType | ((values: Fields) => ZodMiniType)
  /** Receives the values with each change, to store them. */
  keep?: (values: Fields) => void
  /** In place of `defaultValues`, for fields whose values a store keeps as they are: they follow it when it changes. */
  stored?: Partial<Fields>
}

/** Whether two values of a field are the same. Lists and rows are new objects after each change. */
const isSame = (a: unknown, b: unknown) => a === b || (!(a instanceof File) && JSON.stringify(a) === JSON.stringify(b))

/** What the server has refused, by field, with the value. The rules accept it, so a field that only loses the focus would lose the error. */
type Refusals = Map<string, { value: unknown; message: string }>
const REFUSED = 'refused'

const textIn = (error: { message?: unknown } | undefined): string =>
  typeof error?.message === 'string' ? error.message : ''

/**
 * An error of the type 'refused' stays until the value changes or the form is sent again.
 * @returns the form itself (`form.register` …), and for the page: `handle` for `perform`, `problems` and `error` for FormShell,
 *   `textOf(field)` for a field's own line, `change(values)` for fields without an input of their own, `submit(send)` for `onSubmit`; `forget`, `wait` and `sending(words)` as in useFormError.
 *   Errors are in the current language.
 */
export function useFieldForm<Fields extends FieldValues>({ schema, keep, stored, ...options }: Options<Fields>) {
  const { t } = useTranslation()
  const refusals = useRef<Refusals>(new Map())
  const resolver: Resolver<Fields> = async (values, context, given) => {
    const known = [...refusals.current]
    await pressIsOver()
    const rules = typeof schema === 'function' ? schema(values) : schema
    const found = await zodResolver(rules as ZodMiniType<Fields, Fields>)(values, context, given)
    const refused = known.filter(([name, { value }]) => isSame(value, values[name]))
    if (refused.length === 0) return found
    const errors = Object.fromEntries(refused.map(([name, { message }]) => [name, { type: REFUSED, message }]))
    return { values: {}, errors: { ...errors, ...found.errors } as FieldErrors<Fields> }
  }
  // FormShell focuses the first wrong field, once for each attempt.
  const form = useForm<Fields, unknown, Fields>({
    mode: 'onTouched',
    shouldFocusError: false,
    resolver,
    ...options,
    ...(stored && { defaultValues: stored as DefaultValues<Fields> }),
  })
  const { handle: whole, error, forget, ...waiting } = useFormError()
  const [values, setValues] = useState<Record<string, Values | undefined>>({})
  const { errors, isSubmitted } = form.formState

  useLayoutEffect(() => {
    const now = Object.entries(errors).filter(([, error]) => error?.type === REFUSED)
    refusals.current = new Map(
      now.map(([name, error]) => {
        const value = form.getValues(name as Path<Fields>)
        return [name, refusals.current.get(name) ?? { value, message: textIn(error) }]
      }),
    )
  })

  useEffect(watchPresses, [])

  // NOTE: a passive effect could come after what a member, or a password manager, types first. The store would not have it.
  const latest = useRef(keep)
  useLayoutEffect(() => {
    latest.current = keep
  })
  useLayoutEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => latest.current?.(values) }),
    [form],
  )

  /** Sets several fields. After the first attempt their errors follow, and those of fields that depend on them. */
  const change = (values: Partial<Fields>) => {
    for (const [name, value] of Object.entries(values))
      form.setValue(name as Path<Fields>, value as PathValue<Fields, Path<Fields>>, { shouldDirty: true })
    if (isSubmitted) void form.trigger()
  }
  // NOTE: a passive effect could run after the member's next press, and would undo it with the value of an earlier render.
  useLayoutEffect(() => {
    const moved = Object.entries(stored ?? {}).filter(
      ([name, value]) => !isSame(value, form.getValues(name as Path<Fields>)),
    )
    if (moved.length > 0) change(Object.fromEntries(moved) as Partial<Fields>)
  })

  // Every message in the form is a key, from a rule's schema or from an outcome.
  const textOf = (field: Path<Fields>): string | undefined => {
    const message = form.getFieldState(field, form.formState).error?.message as MessageKey | undefined
    if (!message) return undefined
    // What is wrong with a part of a new password names the part, in the summary as at the field.
    const fault = faultOf(message, String(form.getValues(field)))
    return fault ? t(fault.text, fault.values) : t(message, values[field])
  }

  const handle = {
    clear: (field) => form.resetField(field as Path<Fields>),
    // One frame after the error appeared, so that screen readers announce the reason first.
    // By its id, because lists and cards are not registered with an element.
    focus: (field) =>
      void requestAnimationFrame(() => {
        const input = document.getElementById(field)
        if (input) focusInView(input)
        if (input instanceof HTMLInputElement) input.select()
      }),
    fieldError: (field, text, values) => {
      setValues((known) => ({ ...known, [field]: values }))
      form.setError(field as Path<Fields>, { type: REFUSED, message: text })
    },
    ...whole,
  } satisfies FormHandle

  return {
    form,
    handle,
    textOf,
    change,
    problems: Object.keys(errors).map((field) => ({ field, text: textOf(field as Path<Fields>) ?? '' })),
    error,
    forget,
    ...waiting,
    submit: (send: (fields: Fields) => Promise<void>) => () => {
      forget()
      refusals.current.clear()
      endPress()
      return form.handleSubmit(send)()
    },
  }
}
