// Spec §8, the steps that need neither the router nor a form. In the first load: they may have to say that nothing else can be had.
import type { PlainStep } from '../rules/outcome'
import { dropSecondStep } from '../stores/login'
import { showToast } from '../stores/screen'
import { tell } from './uncaught'

let last = ''
export const noteFailure = (what: string): void => void (last = what)

/** What failed last and how, for whoever shows that something failed; '' where nothing has. */
export const lastFailure = (): string => last

export function performPlain(step: PlainStep): void {
  switch (step.do) {
    case 'toast':
      return showToast(step.text, 'error', step.values)
    case 'flagAuth':
      return dropSecondStep()
    case 'report':
      noteFailure(step.message)
      return tell(new Error(step.message))
  }
}
