// A form that keeps its fields elsewhere: only what an outcome says of the whole of it. A key, not its words: another language says it anew.
import { useEffect, useState } from 'react'
import { useTexts } from '../i18n/texts'
import type { Said } from '../rules/messages'
import { forgetFailures } from '../stores/screen'
import type { FormHandle } from './usePerform'

/** @returns `handle` for `perform`, `error` for FormShell, `forget` for the beginning of the next attempt */
export function useFormError() {
  const { t } = useTexts()
  const [said, setSaid] = useState<Said | null>(null)
  // A long form was sent from its end.
  useEffect(() => {
    if (said) document.querySelector('#main .alert')?.scrollIntoView({ block: 'nearest' })
  }, [said])
  const handle = { formError: (text, values) => setSaid({ text, ...(values && { values }) }) } satisfies FormHandle
  const forget = () => {
    setSaid(null)
    forgetFailures()
  }
  return { handle, error: said && t(said.text, said.values), forget }
}
