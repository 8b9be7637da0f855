// The messages of the login form: problems of its fields, one error of the form, and a wait.
import { type RefObject, useState } from 'react'
import { onCodeLost } from '../../effects/faults/chunks.ts'
import { useCountdown } from '../../effects/forms/useCountdown.ts'
import { useTexts } from '../../i18n/texts.tsx'
import { counted } from '../../rules/codes/wait.ts'
import type { FormError, Said } from '../../rules/texts/messages.ts'
import { formHandle, type SaidOf } from './formHandle.ts'

export function useFormState(form: RefObject<HTMLElement | null>) {
  const { t } = useTexts()
  const [found, setProblems] = useState<readonly SaidOf[]>([])
  const [error, setError] = useState<FormError | null>(null)
  const [wait, startWait] = useCountdown()
  const words = ({ text, values }: Said) => t(text, values)
  const problems = found.map((one) => ({ ...one, text: words(one) }))

  /** Without a connection nothing was sent. The form says so and keeps the password. */
  const sayOffline = (): null => {
    setError({ text: 'errors.noConnection', again: true })
    return null
  }

  return {
    problems,
    problemOf: (field: string) => problems.find((problem) => problem.field === field)?.text,
    error: counted(error, wait),
    wait,
    handle: formHandle(form, setProblems, setError, startWait),
    sayOffline,
    /** A new submit: the messages of the one before disappear. */
    begin: (problem: SaidOf | null): void => {
      setError(null)
      setProblems(problem ? [problem] : [])
    },
    /** The code of an action; null if it cannot be loaded, and the form says why. */
    loaded: async <T>(code: Promise<T>): Promise<T | null> => {
      const arrived = await code.catch(onCodeLost)
      return arrived ?? sayOffline()
    },
  }
}
