// Screens, "Login": the form of the code in place of the login form.
import { useState } from 'react'
import { secondStepPending, useLogin } from '../../stores/login.ts'

/**
 * Whether the form of the code is shown: from the step that asks for it on, until the page is left or the step is given up. The step that
 * follows has a page of its own, whose code may still be loading.
 * @param isPage whether this page can show it
 */
export function useSecondStep(isPage: boolean): boolean {
  const isPending = useLogin(() => secondStepPending())
  const hasStep = useLogin((login) => login.auth_at > 0)
  const [was, setShown] = useState(false)
  const isShown = isPage && (isPending || (was && hasStep))
  if (isShown !== was) setShown(isShown)
  return isShown
}
