// Contract, /resolve/member: the enrollment letter that a join still owes. Its answer names the location or the next step.
import { useState } from 'react'
import { resolveStudent } from '../../api/file.ts'
import { keepLetter, recallLetter } from '../../effects/session/letter.ts'
import type { FormHandle } from '../../effects/perform/usePerform.ts'
import { useTexts } from '../../i18n/texts.tsx'
import { LetterField } from '../../profile/LetterField.tsx'
import { onStudentResolved } from '../../rules/resolve.ts'
import { studentProfile } from '../../rules/signUpPayload.ts'
import { waitText } from '../../rules/wait.ts'
import { readJoin } from '../../stores/join.ts'
import { saveSignUp, useSignUp } from '../../stores/signUp.ts'
import { Button } from '../../ui/Button.tsx'
import { useResolved } from './useStep.ts'

type Props = {
  wait: number
  handle: FormHandle
  /** An attempt begins. `again` repeats it. */
  onSend: (again: () => void) => void
  /** The letter was taken, and the join still waits. */
  onWaiting: () => Promise<unknown>
}

export function OwedLetter({ wait, handle, onSend, onWaiting }: Props) {
  const { t } = useTexts()
  const resolved = useResolved(onStudentResolved)
  const hasLetter = useSignUp((state) => state.letter !== null)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)

  async function send() {
    setTried(true)
    const letter = await recallLetter()
    if (!letter) return document.getElementById('enrollment_letter')?.focus()
    setBusy(true)
    onSend(() => void send())
    const answer = await resolveStudent(studentProfile(readJoin()), letter)
    // A failure may open a dialog, and the button must not be busy while it is open.
    if (!answer.ok) setBusy(false)
    else {
      saveSignUp({ letter_sent: true })
      void keepLetter(null)
      if (!answer.data.location) await onWaiting()
    }
    await resolved(answer, handle)
    setBusy(false)
  }

  return (
    <>
      <LetterField required error={tried && !hasLetter && !busy ? t('field.letterMissing') : undefined} />
      <Button busy={busy} incomplete={wait > 0} onClick={() => void send()}>
        {t('join.letterSend') + waitText(wait)}
      </Button>
    </>
  )
}
