// Spec §5: reformats inputs while they are typed, but only if that neither moves the caret nor breaks a syllable in composition.
import type { FormEvent } from 'react'
import { INPUT_MAX_LENGTH } from '../../rules/fields/textFields.ts'

/**
 * An `onInput` that runs before react-hook-form reads the field. With the caret at the end, it replaces the text by `format`'s result. With the
 * caret elsewhere, it only removes invalid characters and those beyond `most`, and keeps the caret.
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
