// Spec §2, modals: a notice has one button, and the button says where it leads.
import type { MessageKey } from './messages.ts'
import type { Outcome } from '../visit/outcome.ts'
import { paths } from '../visit/paths.ts'

/** @param rest the steps that follow the notice @returns the words of its button */
export function noticeButton(rest: Outcome): MessageKey {
  for (const step of rest) {
    // A redirect that follows a notice leads to the service.
    if (step.do === 'redirect') return step.signedIn ? 'join.toService' : 'info.backToService'
    if (step.do !== 'go' || step.to === paths.error) continue
    return step.to === paths.login ? 'info.toLogin' : 'login.continue'
  }
  return 'modal.ok'
}
