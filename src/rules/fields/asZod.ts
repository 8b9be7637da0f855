// Turns a field's rule `xProblem(value)` into a zod schema for forms. The issue's message is the key of the text.
import * as z from 'zod/mini'
import type { MessageKey } from '../texts/messages.ts'

/** For a field with any value: a list, a choice or a file. */
export const asZodOf = <Value>(problem: (value: Value) => MessageKey | null) =>
  z.custom<Value>().check((context) => {
    const key = problem(context.value)
    if (key) context.issues.push({ code: 'custom', input: context.value, message: key })
  })

/** For a text field. */
export const asZod = (problem: (value: string) => MessageKey | null) => asZodOf(problem)
