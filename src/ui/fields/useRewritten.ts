import type { ChangeEvent, CompositionEvent } from 'react'
import { useState } from 'react'

/** Where a caret stands in `text` that has so many digits behind it. */
const caretBefore = (text: string, digits: number): number =>
  new RegExp(`^(?:.*\\d)?(?=(?:\\D*\\d){${digits}}\\D*$)`).exec(text)?.[0].length ?? text.length

/**
 * A controlled input of digits, rewritten while it is typed (Spec §5): `value` is what the rule made of it, `onText` hears what was
 * typed. What is still being composed counts and is shown as it stands; the caret stays between the digits where it was.
 */
export function useRewritten(value: string, onText: (typed: string) => void) {
  const [composed, setComposed] = useState<string | null>(null)

  function take(input: HTMLInputElement) {
    const behind = input.value.slice(input.selectionEnd ?? input.value.length).replace(/\D/g, '').length
    onText(input.value)
    // React has written the new text by then, and moved the caret to its end.
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
