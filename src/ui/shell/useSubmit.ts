// How a form is sent: one submit at a time, until its promise settles; then the first problem has the focus.
import { useEffect, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import { focusInView } from '../../state/focusInView.ts'
import { isComposing } from '../composing.ts'
import type { Problem } from '../lists/ProblemSummary.tsx'
import { announce } from './announce.tsx'

export type Submit = {
  onSubmit: () => void | Promise<void>
  /** Nothing can be sent yet. */
  incomplete?: boolean
  /** The page is at work by itself. */
  busy?: boolean
  problems?: readonly Problem[]
}

/** An Enter that finishes a syllable does not send the form. */
function holdWhileComposing(event: KeyboardEvent) {
  if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
}

/**
 * @param busyText what a screen reader says while the form is being sent
 * @param onMany takes two problems or more; left out: the first one has the focus
 * @returns `attempt`: how often the form was sent; `form`: the props of the form
 */
export function useSubmit(
  { onSubmit, incomplete = false, problems = [], ...props }: Submit,
  busyText: string,
  onMany?: () => void,
) {
  const inFlight = useRef(false)
  const [running, setRunning] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const busy = running || (props.busy ?? false)
  const latest = useRef({ problems, onMany })
  useEffect(() => {
    latest.current = { problems, onMany }
  })
  // Once for each finished attempt, never while the member types.
  useEffect(() => {
    const { problems, onMany } = latest.current
    const [first, second] = problems
    if (attempt === 0 || !first) return
    if (second && onMany) return onMany()
    const field = document.getElementById(first.field)
    // The same problem again, with the focus already on its field.
    if (field === document.activeElement) announce(first.text)
    else if (field) focusInView(field)
    // A field can be taller than the window, or a list: its error is below it.
    document.getElementById(`${first.field}-note`)?.scrollIntoView({ block: 'nearest' })
  }, [attempt])
  useEffect(() => (busy ? announce(busyText) : undefined), [busy, busyText])

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
  return {
    busy,
    attempt,
    // `method="post"`: a submit before the script has loaded must not put the fields into the address.
    form: {
      method: 'post',
      noValidate: true,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => void send(event),
      onKeyDown: holdWhileComposing,
    },
  }
}
