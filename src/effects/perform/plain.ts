// Spec §8, the steps that need neither router nor form. In the first load, because they may have to say that nothing else can be loaded.
import type { PlainStep } from '../../rules/visit/outcome.ts'
import { dropStep } from '../../stores/login.ts'
import { showToast } from '../../stores/screen.ts'
import { reportLater } from '../faults/uncaught.ts'

export function performPlain(step: PlainStep): void {
  switch (step.do) {
    case 'toast':
      return showToast(step.text, 'error', step.values)
    case 'dropStep':
      return dropStep()
    case 'report':
      return reportLater(new Error(step.message))
  }
}
