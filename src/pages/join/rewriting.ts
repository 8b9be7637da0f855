// Spec §5, inputs that are reformatted while they are typed: only where that can neither move the caret nor break a syllable.
import type { FormEvent } from 'react'
import { INPUT_MAX_LENGTH } from '../../rules/textFields'

/**
 * An `onInput` that runs before react-hook-form reads the field. At the end of the text it writes what `format` makes of it; anywhere
 * else only what does not belong there goes, or is more than `most`, and the caret stays.
 */
export const rewriting =
  (format: (typed: string) => string, foreign = /\D/g, most = INPUT_MAX_LENGTH) =>
  ({ currentTarget: input, nativeEvent }: FormEvent<HTMLInputElement>): void => {
    const { inputType = '', isComposing = false } = nativeEvent as Partial<InputEvent>
    if (isComposing || inputType.startsWith('delete')) return
    const { value, selectionStart: caret } = input
    if (caret === null || caret === value.length) {
      const formatted = format(value)
      if (formatted !== value) input.value = formatted
      return
    }
    const own = (text: string) => text.normalize('NFKC').replace(foreign, '')
    const [before, after] = [own(value.slice(0, caret)), own(value.slice(caret))]
    const kept = (before + after).slice(0, most)
    if (kept === value) return
    input.value = kept
    input.setSelectionRange(before.length, before.length)
  }
