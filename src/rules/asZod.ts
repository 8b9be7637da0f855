// Turns a field's rule `xProblem(value)` into a zod schema for forms.
import * as z from 'zod/mini'
import type { MessageKey } from './messages.ts'

/** The issue's message is the key of the text. */
export const asZod = (problem: (value: string) => MessageKey | null) =>
  z.string().check((context) => {
    const key = problem(context.value)
    if (key) context.issues.push({ code: 'custom', input: context.value, message: key })
  })
