// Screens, "Join", enrollment letter: why a file cannot be sent is said at once; one that cannot is not kept.
import { useEffect, useState } from 'react'
import { formatSize } from '../i18n/formats'
import { useTexts } from '../i18n/texts'
import { LETTER_ACCEPT, LETTER_HEAD_BYTES, letterProblem } from '../rules/letter'
import type { MessageKey } from '../rules/messages'
import { useSignUp } from '../stores/signUp'
import { FileField } from '../ui/fields/FileField'
import { keepLetter, recallLetter } from './letter'

export function LetterField() {
  const { t, locale } = useTexts()
  const letter = useSignUp((state) => state.letter)
  const [problem, setProblem] = useState<MessageKey | null>(null)
  useEffect(() => void recallLetter(), [])

  const choose = async (file: File | null) => {
    if (!file) {
      setProblem(null)
      return keepLetter(null)
    }
    const head = new Uint8Array(await file.slice(0, LETTER_HEAD_BYTES).arrayBuffer())
    const found = letterProblem({ name: file.name, size: file.size, type: file.type, head })
    setProblem(found)
    await keepLetter(found ? null : file)
  }

  return (
    <FileField
      name="enrollment_letter"
      label={t('join.letter')}
      hint={t('join.letterHint')}
      error={problem ? t(problem) : undefined}
      file={letter && { name: letter.name, size: formatSize(locale, letter.size) }}
      accept={LETTER_ACCEPT}
      onChoose={(file) => void choose(file)}
      optional
    />
  )
}
