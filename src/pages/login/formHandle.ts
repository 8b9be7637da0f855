// What an outcome may do to a native form: its fields are found by name, their values are never held anywhere else.
import type { Translate } from '../../i18n/languages'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { FormHandle } from '../../effects/usePerform'
import type { Problem } from '../../ui/FormShell'

export const fieldOf = (root: HTMLElement | null, name: string): HTMLInputElement | null =>
  root?.querySelector<HTMLInputElement>(`input[name="${name}"]`) ?? null

export function formHandle(
  root: RefObject<HTMLElement | null>,
  t: Translate,
  setProblems: (problems: readonly Problem[]) => void,
  setError: (error: string | null) => void,
  wait: (seconds: number) => void,
): FormHandle {
  return {
    wait,
    clear(field) {
      const input = fieldOf(root.current, field)
      if (input) input.value = ''
    },
    // One frame after the error was shown, so that readers hear why the focus moved.
    focus: (field) =>
      void requestAnimationFrame(() => {
        const input = fieldOf(root.current, field)
        input?.focus()
        input?.select()
      }),
    fieldError: (field, text, values) => flushSync(() => setProblems([{ field, text: t(text, values ?? {}) }])),
    formError: (text, values) => flushSync(() => setError(t(text, values ?? {}))),
  }
}
