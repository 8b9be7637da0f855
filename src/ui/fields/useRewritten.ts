import type { ChangeEvent, CompositionEvent } from 'react'
import { useState } from 'react'

/** The caret position in `text` that has this many digits after it. */
const caretBefore = (text: string, digits: number): number =>
  new RegExp(`^(?:.*\\d)?(?=(?:\\D*\\d){${digits}}\\D*$)`).exec(text)?.[0].length ?? text.length

/**
 * A controlled digit input that is formatted while typing (Spec §5). `value` is the formatted text, and `onText` receives the typed text.
 * Composed text counts and is shown unchanged. The caret stays between the same digits.
 */
export function useRewritten(value: string, onText: (typed: string) => void) {
  const [composed, setComposed] = useState<string | null>(null)

  function take(input: HTMLInputElement) {
    const behind = input.value.slice(input.selectionEnd ?? input.value.length).replace(/\D/g, '').length
    onText(input.value)
    // By then React has written the new text and moved the caret to its end.
    queueMicrotask(() => {
      const at = caretBefore(input.value, behind)
      if (document.activeElement === input) input.setSelectionRange(at, at)
    })
  }

  return {
    value: composed ?? value,
    onChange: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
      const isUnfinished = 'isComposing' in nativeEvent && nativeEvent.isComposing === true
      if (!isUnfinished) return take(target)
      setComposed(target.value)
      onText(target.value)
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => {
      setComposed(null)
      take(currentTarget)
    },
  }
}
