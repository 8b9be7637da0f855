// Spec §5, inputs that are reformatted while they are typed: only where that can neither move the caret nor break a syllable.
import type { FormEvent } from 'react'

/** An `onInput` that runs before react-hook-form reads the field. */
export const rewriting =
  (format: (typed: string) => string) =>
  ({ currentTarget: input, nativeEvent }: FormEvent<HTMLInputElement>): void => {
    const { inputType = '', isComposing = false } = nativeEvent as Partial<InputEvent>
    if (isComposing || inputType.startsWith('delete') || input.selectionStart !== input.value.length) return
    const formatted = format(input.value)
    if (formatted !== input.value) input.value = formatted
  }
