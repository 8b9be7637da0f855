// Contract, /resolve/member: the enrollment letter that a join still owes. Its answer names the location or the next step.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { resolveStudent } from '../../api/file.ts'
import { keepLetter, recallLetter } from '../../effects/session/letter.ts'
import { useFieldForm } from '../../effects/forms/useFieldForm.ts'
import type { FormHandle } from '../../effects/perform/usePerform.ts'
import { LetterField } from '../../profile/LetterField.tsx'
import { asZodOf } from '../../rules/fields/asZod.ts'
import { onStudentResolved } from '../../rules/visit/resolve.ts'
import { studentProfile } from '../../rules/join/signUpPayload.ts'
import { waitText } from '../../rules/codes/wait.ts'
import { readJoin } from '../../stores/join.ts'
import { saveSignUp, useSignUp } from '../../stores/signUp.ts'
import { Button } from '../../ui/Button.tsx'
import { useResolved } from './useStep.ts'

type Fields = { enrollment_letter: File | null }
const Rules = z.object({
  enrollment_letter: asZodOf((file: File | null) => (file ? null : 'field.letterMissing')),
})

type Props = {
  wait: number
  handle: FormHandle
  /** An attempt begins. `again` repeats it. */
  onSend: (again: () => void) => void
  /** The letter was taken, and the join still waits. */
  onWaiting: () => Promise<unknown>
}

export function OwedLetter({ wait, handle, onSend, onWaiting }: Props) {
  const { t } = useTranslation()
  const resolved = useResolved(onStudentResolved)
  const enrollment_letter = useSignUp((state) => state.letter)
  const { form, textOf, submit } = useFieldForm<Fields>({
    mode: 'onSubmit',
    schema: Rules,
    stored: { enrollment_letter },
  })
  const [busy, setBusy] = useState(false)

  async function send() {
    const letter = await recallLetter()
    form.setValue('enrollment_letter', letter)
    await submit(take)()
    if (!letter) document.getElementById('enrollment_letter')?.focus()
  }

  async function take({ enrollment_letter: letter }: Fields) {
    if (!letter) return
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
      <LetterField required error={busy ? undefined : textOf('enrollment_letter')} />
      <Button busy={busy} incomplete={wait > 0} onClick={() => void send()}>
        {t('join.letterSend') + waitText(wait)}
      </Button>
    </>
  )
}
