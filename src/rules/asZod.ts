// A field's rule as a schema, for forms: the one adapter between `xProblem(value)` and zod.
import * as z from 'zod/mini'
import type { MessageKey } from './messages'

/** The issue's message is the key of the sentence. */
export const asZod = (problem: (value: string) => MessageKey | null) =>
  z.string().check((context) => {
    const key = problem(context.value)
    if (key) context.issues.push({ code: 'custom', input: context.value, message: key })
  })
