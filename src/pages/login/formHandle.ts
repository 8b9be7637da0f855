// Performs an outcome on a native form. Fields are found by name, and their values are stored nowhere else.
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { FormHandle } from '../../effects/perform/usePerform.ts'
import type { FormError, Said } from '../../rules/texts/messages.ts'

/** Keys and not texts, so that a change of language translates them. */
export type SaidOf = Said & { field: string }

export const fieldOf = (root: HTMLElement | null, name: string): HTMLInputElement | null =>
  root?.querySelector<HTMLInputElement>(`input[name="${name}"]`) ?? null

export function formHandle(
  root: RefObject<HTMLElement | null>,
  setProblems: (problems: readonly SaidOf[]) => void,
  setError: (error: FormError) => void,
  wait: (seconds: number) => void,
): FormHandle {
  return {
    wait,
    clear(field) {
      const input = fieldOf(root.current, field)
      if (input) input.value = ''
    },
    // One frame after the error, so that screen readers announce it before the focus moves. Nothing is selected: the focus is on the ID (Spec §8),
    // and a password that is typed at once must not replace it.
    focus: (field) => void requestAnimationFrame(() => fieldOf(root.current, field)?.focus()),
    fieldError: (field, text, values) => flushSync(() => setProblems([{ field, text, values }])),
    formError: (error) => flushSync(() => setError(error)),
  }
}
