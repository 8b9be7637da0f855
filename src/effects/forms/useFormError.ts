// The error of a form that keeps its fields elsewhere. It is a key, so that it follows a change of language.
import { useEffect, useRef, useState } from 'react'
import type { ShownError } from '../../rules/texts/messages.ts'
import { counted, waitText } from '../../rules/codes/wait.ts'
import { forgetFailures } from '../../stores/screen.ts'
import { useCountdown } from './useCountdown.ts'
import type { FormHandle } from '../perform/usePerform.ts'

/**
 * @returns `handle` for `perform`, `error` for FormShell, `forget` for the beginning of the next attempt. `wait`: seconds until the form
 *   may be sent again; `sending(words)` counts them on FormShell's button.
 */
export function useFormError() {
  const [error, setError] = useState<ShownError | null>(null)
  /** What "try again" repeats, if it is not the form's own submit. */
  const repeat = useRef<() => void>(undefined)
  // The error may be above the visible part of a long form.
  useEffect(() => {
    if (error) document.querySelector('#main .alert, p#form-error')?.scrollIntoView({ block: 'nearest' })
  }, [error])
  const [wait, startWait] = useCountdown()
  const handle = {
    formError: (said) => setError({ ...said, repeat: repeat.current }),
    wait: startWait,
  } satisfies FormHandle
  const sending = (words: string) => ({ submit: words + waitText(wait), ...(wait > 0 && { incomplete: true }) })
  /** @param again repeats the attempt that begins, if it is not the form's own submit */
  const forget = (again?: () => void) => {
    repeat.current = again
    setError(null)
    forgetFailures()
  }
  return { handle, error: counted(error, wait), forget, wait, sending }
}
