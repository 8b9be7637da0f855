// Spec §8, the steps that need neither router nor form. In the first load, because they may have to say that nothing else can be loaded.
import { canSay, loadLaterTexts } from '../../i18n/languages.ts'
import type { MessageKey } from '../../rules/texts/messages.ts'
import type { PlainStep } from '../../rules/visit/outcome.ts'
import { dropStep } from '../../stores/login.ts'
import { showToast } from '../../stores/screen.ts'
import { reportLater } from '../faults/uncaught.ts'

export function performPlain(step: PlainStep): void {
  switch (step.do) {
    case 'toast': {
      const say = (text: MessageKey) => showToast(text, 'error', step.values)
      if (canSay(step.text)) say(step.text)
      else
        loadLaterTexts().then(
          () => say(step.text),
          () => say('errors.unavailable'),
        )
      return
    }
    case 'dropStep':
      return dropStep()
    case 'report':
      return reportLater(new Error(step.message))
  }
}
