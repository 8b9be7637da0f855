// What the form of a verification says, and the two waits that it counts.
import { useState } from 'react'
import { useCountdown } from '../effects/forms/useCountdown.ts'
import { counted } from '../rules/codes/wait.ts'
import type { FormError, MessageKey } from '../rules/texts/messages.ts'
import { forgetFailures } from '../stores/screen.ts'
import { smsHandle, type TargetField } from './smsHandle.ts'

type Given = {
  name: string
  targetField: TargetField | undefined
  clear: () => void
  refused: (text: MessageKey) => void
}

export function useSmsMessages({ name, targetField, clear, refused }: Given) {
  // The key and not the text, so that a change of language translates it.
  const [error, setError] = useState<FormError | null>(null)
  const [wait, startWait] = useCountdown()
  const [verifyWait, startVerifyWait] = useCountdown()
  const handle = smsHandle({
    name,
    targetField,
    clear,
    refused,
    say: setError,
    wait: startWait,
  })

  return {
    error: counted(error, wait || verifyWait),
    /** Seconds until a code may be asked for again. */
    wait,
    /** Seconds until a code may be verified, or what it is for may be asked for again. */
    verifyWait,
    handle,
    /** For the button that verifies or continues. */
    verifyHandle: { ...handle, wait: startVerifyWait },
    /** A new attempt begins. */
    forget: () => {
      setError(null)
      forgetFailures()
    },
    /** The target has changed: its messages and waits no longer apply. */
    reset: () => {
      setError(null)
      startWait(0)
      startVerifyWait(0)
    },
  }
}
