// How a form is sent: one submit at a time, until its promise settles; then the first problem has the focus.
import { useEffect, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import { translation } from '../../i18n/languages.ts'
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
 * @param onMany takes two problems or more, and rejects where it cannot; then, and without it, the first one has the focus
 * @returns `attempt`: how often the form was sent; `form`: the props of the form
 */
export function useSubmit(
  { onSubmit, incomplete = false, problems = [], ...props }: Submit,
  onMany?: () => Promise<void>,
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
    const toFirst = () => {
      const field = document.getElementById(first.field)
      // The same problem again, with the focus already on its field.
      const isThere = field === document.activeElement
      if (field && !isThere) focusInView(field)
      const count = second ? `${translation().t('common.checkFields', { count: problems.length })}. ` : ''
      announce(count + (isThere ? first.text : ''))
      // A field can be taller than the window, or a list: its error is below it.
      document.getElementById(`${first.field}-note`)?.scrollIntoView({ block: 'nearest' })
    }
    // What is lost late takes the focus from no field in which the member types by then.
    const focused = document.activeElement
    if (second && onMany) onMany().catch(() => document.activeElement === focused && toFirst())
    else toFirst()
  }, [attempt])
  useEffect(() => (busy ? announce(translation().t('common.busy')) : undefined), [busy])

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
