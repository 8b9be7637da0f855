// Performs an outcome on a verification: clears the code, and shows errors at the field of the target or in the line of the verification.
import type { FormHandle } from '../effects/perform/usePerform.ts'
import type { FormError, MessageKey } from '../rules/texts/messages.ts'
import { focusInView } from '../state/focusInView.ts'

/**
 * The field of the target, which shows the target's errors. `problem`: why no code can be sent to what the field contains, or null.
 * `canSend`: false while too little is typed to ask for a code at all.
 */
export type TargetField = {
  name: string
  problem: MessageKey | null
  canSend?: boolean
  refused: (text: MessageKey) => void
}

type Given = {
  /** The field's name of the code. */
  name: string
  targetField: TargetField | undefined
  clear: () => void
  /** The server has refused the code. */
  refused: (text: MessageKey) => void
  say: (error: FormError) => void
  wait: (seconds: number) => void
}

export const codeInput = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)

export const smsHandle = ({ name, targetField, clear, refused, say, wait }: Given) =>
  ({
    clear,
    wait,
    focus(field) {
      const isTarget = targetField !== undefined && ['phone_number', 'email', targetField.name].includes(field)
      const input = () => codeInput(isTarget ? targetField.name : name)
      const before = input()?.value
      requestAnimationFrame(() => {
        const here = input()
        // Not every browser focuses what it selects.
        if (here) focusInView(here)
        // What the member has typed meanwhile is not replaced by the next key.
        if (here?.value === before) here?.select()
      })
    },
    fieldError: (field, text, values) =>
      field === 'verify_code'
        ? refused(text)
        : targetField
          ? targetField.refused(text)
          : say({ text, ...(values && { values }) }),
    formError: say,
  }) satisfies FormHandle
