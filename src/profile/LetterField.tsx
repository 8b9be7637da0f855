// Screens, "Join", enrollment letter: the field says at once why a file cannot be sent, and does not keep such a file.
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatSize } from '../i18n/formats.ts'
import { useLocale } from '../i18n/texts.tsx'
import {
  LETTER_ACCEPT,
  LETTER_HEAD_BYTES,
  letterContentProblem,
  letterProblem,
  letterType,
} from '../rules/join/letter.ts'
import type { MessageKey } from '../rules/texts/messages.ts'
import { useSignUp } from '../stores/signUp.ts'
import { FileField } from '../ui/fields/FileField.tsx'
import { keepLetter, recallLetter, whileChoosing } from '../effects/session/letter.ts'

type Read = { letter: File; problem: null } | { letter: null; problem: MessageKey }

/**
 * A copy of the file in memory, because a cloud file or a moved file can become unreadable before it is sent.
 * NOTE: the size is checked before the whole file is read.
 */
async function readLetter(file: File): Promise<Read> {
  const { name, size, lastModified } = file
  try {
    const head = new Uint8Array(await file.slice(0, LETTER_HEAD_BYTES).arrayBuffer())
    const problem = letterProblem({ name, size, head })
    if (problem) return { letter: null, problem }
    const bytes = await file.arrayBuffer()
    const unfit = letterContentProblem(new Uint8Array(bytes))
    if (unfit) return { letter: null, problem: unfit }
    return { letter: new File([bytes], name, { type: letterType(name), lastModified }), problem: null }
  } catch {
    return { letter: null, problem: 'field.letterUnreadable' }
  }
}

type Props = {
  /** A service asks for the letter: without it the step cannot be sent. */
  required?: boolean
  error?: string | undefined
  hint?: MessageKey
}

export function LetterField({ required = false, error, hint = 'field.letterHint' }: Props) {
  const { t } = useTranslation()
  const locale = useLocale()
  const letter = useSignUp((state) => state.letter)
  const [problem, setProblem] = useState<MessageKey | null>(null)
  useEffect(() => void recallLetter(), [])

  const newest = useRef<File | null>(null)

  const choose = async (file: File | null) => {
    newest.current = file
    const read = file ? await readLetter(file) : { letter: null, problem: null }
    // Reading takes time: the member may have chosen another file meanwhile.
    if (newest.current !== file) return
    setProblem(read.problem)
    await keepLetter(read.letter)
  }

  return (
    <FileField
      name="enrollment_letter"
      label={t('join.letter')}
      hint={t(hint)}
      error={problem ? t(problem) : error}
      file={letter && { name: letter.name, size: formatSize(locale, letter.size) }}
      accept={LETTER_ACCEPT}
      onChoose={(file) => void whileChoosing(() => choose(file))}
      optional={!required}
    />
  )
}
