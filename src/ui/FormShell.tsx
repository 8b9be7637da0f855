import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type SubmitEvent } from 'react'
import { useTexts } from '../i18n/texts'
import { sayAloud } from './aloud'
import { Button } from './Button'
import { isComposing } from './composing'
import { Icon } from './Icon'
import { STEP_ID, Steps, type StepsProps } from './Steps'

export type Problem = { field: string; text: string }
type Props = {
  title: string
  lead?: ReactNode
  step?: StepsProps
  onSubmit: () => void | Promise<void>
  /** The button's words, or null if there is nothing to send. */
  submit: string | null
  /** Nothing can be sent yet. The field says what is missing. */
  incomplete?: boolean
  /** The id of the element that says what is missing. It can be the error of the whole form. */
  why?: string
  busy?: boolean
  error?: string | null
  problems?: readonly Problem[]
  children: ReactNode
  after?: ReactNode
}

/** A screen with one form: heading, error, fields and one button. One submit runs at a time, until its promise settles. */
export function FormShell({
  title,
  lead,
  step,
  onSubmit,
  submit,
  incomplete = false,
  why = 'form-error',
  error,
  problems = [],
  children,
  after,
  ...props
}: Props) {
  const { t } = useTexts()
  const summary = useRef<HTMLDivElement>(null)
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
    const [first, second] = latest.current
    if (attempt === 0 || !first) return
    const field = document.getElementById(first.field)
    if (second) summary.current?.focus()
    // The same problem again, with the focus already on its field.
    else if (field === document.activeElement) sayAloud(first.text)
    else field?.focus()
  }, [attempt])

  useEffect(() => (busy ? sayAloud(t('common.busy')) : undefined), [busy, t])

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
        {step && <Steps {...step} />}
        <h1 id="title" tabIndex={-1} aria-describedby={step && STEP_ID}>
          {title}
        </h1>
        {lead && <p className="lead">{lead}</p>}
      </div>
      {problems.length > 1 && (
        <div className="summary" ref={summary} tabIndex={-1} role="group" aria-labelledby="summary">
          <h2 id="summary">{t('common.checkFields')}</h2>
          <ul>
            {problems.map(({ field, text }) => (
              <li key={field}>
                <a
                  href={`#${field}`}
                  onClick={(event) => (event.preventDefault(), document.getElementById(field)?.focus())}
                >
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div id="form-error" role="alert" className={error ? undefined : 'hidden'}>
        {error && (
          <p className="alert">
            <Icon name="alert" />
            <span>{error}</span>
          </p>
        )}
      </div>
      {children}
      {submit !== null && (
        <Button type="submit" busy={busy} incomplete={incomplete} aria-describedby={incomplete ? why : undefined}>
          {submit}
        </Button>
      )}
      {after}
    </form>
  )
}

/** An Enter that finishes a syllable does not send the form. */
function holdWhileComposing(event: KeyboardEvent) {
  if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
}
