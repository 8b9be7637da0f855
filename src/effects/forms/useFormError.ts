// The error of a form that keeps its fields elsewhere. It is a key, so that it follows a change of language.
import { useEffect, useState } from 'react'
import { useTexts } from '../../i18n/texts'
import type { Said } from '../../rules/messages'
import { waitText } from '../../rules/wait'
import { forgetFailures } from '../../stores/screen'
import { useCountdown } from './useCountdown'
import type { FormHandle } from '../perform/usePerform'

/**
 * @returns `handle` for `perform`, `error` for FormShell, `forget` for the beginning of the next attempt. `wait`: seconds until the form
 *   may be sent again; `sending(words)` counts them on FormShell's button.
 */
export function useFormError() {
  const { t } = useTexts()
  const [said, setSaid] = useState<Said | null>(null)
  // The error may be above the visible part of a long form.
  useEffect(() => {
    if (said) document.querySelector('#main .alert')?.scrollIntoView({ block: 'nearest' })
  }, [said])
  const [wait, startWait] = useCountdown()
  // The text about a wait disappears with the wait.
  useEffect(() => {
    if (wait === 0) setSaid(null)
  }, [wait])
  const handle = {
    formError: (text, values) => setSaid({ text, ...(values && { values }) }),
    wait: startWait,
  } satisfies FormHandle
  const sending = (words: string) => ({ submit: words + waitText(wait), ...(wait > 0 && { incomplete: true }) })
  const forget = () => {
    setSaid(null)
    forgetFailures()
  }
  return { handle, error: said && t(said.text, said.values), forget, wait, sending }
}
