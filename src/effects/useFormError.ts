// A form that keeps its fields elsewhere: only what an outcome says of the whole of it. A key, not its words: another language says it anew.
import { useEffect, useState } from 'react'
import { useTexts } from '../i18n/texts'
import type { Said } from '../rules/messages'
import { waitText } from '../rules/wait'
import { forgetFailures } from '../stores/screen'
import { useCountdown } from './useCountdown'
import type { FormHandle } from './usePerform'

/**
 * @returns `handle` for `perform`, `error` for FormShell, `forget` for the beginning of the next attempt. `wait`: seconds until the
 *   form may be sent again; `sending(words)` is what FormShell needs to count them at its button.
 */
export function useFormError() {
  const { t } = useTexts()
  const [said, setSaid] = useState<Said | null>(null)
  // A long form was sent from its end.
  useEffect(() => {
    if (said) document.querySelector('#main .alert')?.scrollIntoView({ block: 'nearest' })
  }, [said])
  const [wait, startWait] = useCountdown()
  // What was said of a wait is over with it.
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
