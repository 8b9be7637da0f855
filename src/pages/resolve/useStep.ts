// What every page of a pending step does: it says where in the chain it stands, and goes on with what an answer brings.
import { useTranslation } from 'react-i18next'
import { useHere } from '../../effects/browser/useHere.ts'
import { serviceFacts } from '../../effects/session/serviceFacts.ts'
import { type FormHandle, usePerform } from '../../effects/perform/usePerform.ts'
import type { MessageKey } from '../../rules/texts/messages.ts'
import { onResolved } from '../../rules/visit/resolve.ts'
import { useLogin } from '../../stores/login.ts'
import type { StepsProps } from '../../ui/Steps.tsx'
import type { Answer } from '../../../contract/shapes/answer.ts'
import type { Progress } from '../../../contract/shapes/auth.ts'

/** "2 / 3" and the step's name, where the chain is known to have more than one. */
export function useChain(name: MessageKey): StepsProps | undefined {
  const { t } = useTranslation()
  const progress = useLogin((login) => login.step?.progress)
  return progress && progress.total > 1 ? { ...progress, name: t(name) } : undefined
}

export function useResolved(rule: typeof onResolved = onResolved) {
  const perform = usePerform()
  const here = useHere()
  return (answer: Answer<Progress>, handle?: FormHandle) => perform(rule(answer, { ...serviceFacts(), here }), handle)
}
