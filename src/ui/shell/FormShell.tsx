import { useState, type ReactNode } from 'react'
import type { ShownError } from '../../rules/texts/messages.ts'
import { renewable } from '../../state/timeout.ts'
import { Button } from '../Button.tsx'
import { FormAlert } from '../FormAlert.tsx'
import type { ProblemSummary } from '../lists/ProblemSummary.tsx'
import { Slow } from '../Slow.tsx'
import { STEP_ID, Steps, type StepsProps } from '../Steps.tsx'
import { StripEnd } from './StripEnd.tsx'
import { type Submit, useSubmit } from './useSubmit.ts'

const fetchSummary = renewable(() => import('../lists/ProblemSummary.tsx'))

type Props = Submit & {
  title: string
  /** Before the heading. */
  above?: ReactNode
  lead?: ReactNode
  step?: StepsProps | undefined
  /** The button's words, or null if there is nothing to send. */
  submit: string | null
  /** The id of the element that describes the button. Where nothing can be sent, it is the error of the form. */
  why?: string | undefined
  error?: ShownError | null
  children: ReactNode
  after?: ReactNode
}

/** A screen with one form: heading, error, fields and one button. */
export function FormShell({ title, above, lead, step, submit, why, error = null, children, after, ...props }: Props) {
  const [Summary, setSummary] = useState<typeof ProblemSummary>()
  const { incomplete = false, problems = [] } = props
  // The summary takes the focus. The login form has one problem at most, so its bytes do not contain the list.
  // NOTE: an attempt loads it and not the problems, because a list that appears while the member types would take the focus.
  const { busy, attempt, form } = useSubmit(props, () =>
    fetchSummary().then(({ ProblemSummary }) => setSummary(() => ProblemSummary)),
  )
  return (
    <form className="form" {...form}>
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
      {submit !== null && <StripEnd />}
      {after}
      <Slow busy={busy} />
    </form>
  )
}
