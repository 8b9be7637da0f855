// A form that is a part of a page or of a dialog, below a heading that is not its own.
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownError } from '../../rules/texts/messages.ts'
import { Button } from '../Button.tsx'
import { isComposing } from '../composing.ts'
import { FormAlert } from '../FormAlert.tsx'
import type { Problem } from '../lists/ProblemSummary.tsx'
import { Slow } from '../Slow.tsx'
import { announce } from './announce.tsx'

type Props = {
  onSubmit: () => void | Promise<void>
  /** The button's words, or null if there is nothing to send. */
  submit: string | null
  /** Nothing can be sent yet. */
  incomplete?: boolean
  /** The id of the element that says what is missing. */
  why?: string | undefined
  busy?: boolean
  error?: ShownError | null
  problems?: readonly Problem[]
  children?: ReactNode
  /** Closes the form without sending it. */
  onCancel: () => void
}

/** Fields, error, and the buttons "send" and "cancel". One submit runs at a time. */
export function PartForm({
  onSubmit,
  submit,
  incomplete = false,
  why,
  error = null,
  problems = [],
  children,
  onCancel,
  ...props
}: Props) {
  const { t } = useTranslation()
  const id = useId()
  const inFlight = useRef(false)
  const [running, setRunning] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const busy = running || (props.busy ?? false)
  const latest = useRef(problems)
  useEffect(() => {
    latest.current = problems
  })
  // Once for each finished attempt, never while the member types.
  useEffect(() => {
    const [first] = latest.current
    if (attempt === 0 || !first) return
    const field = document.getElementById(first.field)
    if (field === document.activeElement) announce(first.text)
    else field?.focus()
  }, [attempt])
  useEffect(() => (busy ? announce(t('common.busy')) : undefined), [busy, t])

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (inFlight.current || busy || incomplete) return
    inFlight.current = true
    setRunning(true)
    try {
      await onSubmit()
    } finally {
      inFlight.current = false
      setRunning(false)
      setAttempt((count) => count + 1)
    }
  }

  return (
    <form
      className="stack"
      method="post"
      noValidate
      onSubmit={(event) => void send(event)}
      onKeyDown={holdWhileComposing}
    >
      <FormAlert id={id} error={error} />
      {children}
      <div className="choices part-buttons">
        {submit !== null && (
          <Button
            type="submit"
            busy={busy}
            incomplete={incomplete}
            aria-describedby={why ?? (incomplete ? id : undefined)}
          >
            {submit}
          </Button>
        )}
        <Button plain onClick={onCancel}>
          {t('modal.cancel')}
        </Button>
      </div>
      {busy && <Slow busy />}
    </form>
  )
}

/** An Enter that finishes a syllable does not send the form. */
function holdWhileComposing(event: KeyboardEvent) {
  if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
}
