// What every page of a pending step does: it goes on with what an answer brings.
import { useHere } from '../../effects/browser/useHere.ts'
import { serviceFacts } from '../../effects/session/serviceFacts.ts'
import { type FormHandle, usePerform } from '../../effects/perform/usePerform.ts'
import { onResolved } from '../../rules/visit/resolve.ts'
import type { Answer } from '../../../contract/shapes/answer.ts'
import type { Progress } from '../../../contract/shapes/auth.ts'

export function useResolved(rule: typeof onResolved = onResolved) {
  const perform = usePerform()
  const here = useHere()
  return (answer: Answer<Progress>, handle?: FormHandle) => perform(rule(answer, { ...serviceFacts(), here }), handle)
}
