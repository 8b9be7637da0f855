import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type SubmitEvent } from 'react'
import { useTexts } from '../../i18n/texts.tsx'
import type { ShownError } from '../../rules/texts/messages.ts'
import { announce } from './announce.tsx'
import { Button } from '../Button.tsx'
import { isComposing } from '../composing.ts'
import { FormAlert } from '../FormAlert.tsx'
import type { Problem, ProblemSummary } from '../lists/ProblemSummary.tsx'
import { Slow } from '../Slow.tsx'
import { STEP_ID, Steps, type StepsProps } from '../Steps.tsx'

type Props = {
  title: string
  /** Before the heading. */
  above?: ReactNode
  lead?: ReactNode
  step?: StepsProps
  onSubmit: () => void | Promise<void>
  /** The button's words, or null if there is nothing to send. */
  submit: string | null
  /** Nothing can be sent yet. The field says what is missing. */
  incomplete?: boolean
  /** The id of the element that describes the button. Where nothing can be sent, it is the error of the form. */
  why?: string | undefined
  busy?: boolean
  error?: ShownError | null
  problems?: readonly Problem[]
  children: ReactNode
  after?: ReactNode
}

/** A screen with one form: heading, error, fields and one button. One submit runs at a time, until its promise settles. */
export function FormShell({
  title,
  above,
  lead,
  step,
  onSubmit,
  submit,
  incomplete = false,
  why,
  error = null,
  problems = [],
  children,
  after,
  ...props
}: Props) {
  const { t } = useTexts()
  const inFlight = useRef(false)
  const [running, setRunning] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [Summary, setSummary] = useState<typeof ProblemSummary>()
  const busy = running || (props.busy ?? false)

  const latest = useRef(problems)
  useEffect(() => {
    latest.current = problems
  })
  // Once for each finished attempt, never while the member types.
  useEffect(() => {
    const [first, second] = latest.current
    if (attempt === 0 || !first) return
    // The summary takes the focus. The login form has one problem at most, so its bytes do not contain the list.
    // NOTE: an attempt loads it and not the problems, because a list that appears while the member types would take the focus.
    if (second) {
      import('../lists/ProblemSummary.tsx').then(
        ({ ProblemSummary }) => setSummary(() => ProblemSummary),
        () => {},
      )
      return
    }
    const field = document.getElementById(first.field)
    // The same problem again, with the focus already on its field.
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
    // `method="post"`: a submit before the script has loaded must not put the fields into the address.
    <form
      className="form"
      method="post"
      noValidate
      onSubmit={(event) => void send(event)}
      onKeyDown={holdWhileComposing}
    >
      <div>
        {above}
        {step && <Steps {...step} />}
        <h1 id="title" tabIndex={-1} aria-describedby={step && STEP_ID}>
          {title}
        </h1>
        {lead && <p className="lead">{lead}</p>}
      </div>
      {Summary && <Summary problems={problems} attempt={attempt} />}
      <FormAlert id="form-error" error={error} />
      {children}
      {submit !== null && (
        <Button
          type="submit"
          busy={busy}
          incomplete={incomplete}
          aria-describedby={why ?? (incomplete ? 'form-error' : undefined)}
        >
          {submit}
        </Button>
      )}
      {after}
      <Slow busy={busy} />
    </form>
  )
}

/** An Enter that finishes a syllable does not send the form. */
function holdWhileComposing(event: KeyboardEvent) {
  if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
}
