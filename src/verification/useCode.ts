// Spec §4 and §5, the form of a code: one field, which a new code empties.
import * as z from 'zod/mini'
import { useCallback, useEffect } from 'react'
import { useFieldForm } from '../effects/forms/useFieldForm.ts'
import { asZod } from '../rules/fields/asZod.ts'
import type { MessageKey } from '../rules/texts/messages.ts'
import { verifyCodeDigits, verifyCodeProblem } from '../rules/fields/verifyCode.ts'

const Rules = z.object({ code: asZod(verifyCodeProblem) })

/** @param isTaken whether the field accepts a code. When it no longer does, it is emptied. */
export function useCode(isTaken: boolean) {
  const { form, textOf, submit } = useFieldForm<z.infer<typeof Rules>>({
    mode: 'onSubmit',
    schema: Rules,
    defaultValues: { code: '' },
  })
  const empty = useCallback(() => form.reset({ code: '' }), [form])
  useEffect(() => {
    if (!isTaken) empty()
  }, [isTaken, empty])
  const code = form.watch('code')

  return {
    code: isTaken ? code : '',
    /** Why the server has refused the code. */
    error: isTaken ? textOf('code') : undefined,
    /** Takes the digits of what was typed, pasted or read from an SMS. */
    typed: useCallback(
      (text: string) => {
        form.setValue('code', verifyCodeDigits(text))
        form.clearErrors('code')
      },
      [form],
    ),
    refused: (message: MessageKey) => form.setError('code', { type: 'refused', message }),
    forgetError: () => form.clearErrors('code'),
    empty,
    submit,
  }
}
