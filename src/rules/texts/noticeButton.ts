// Spec §2, modals: a notice has one button, and the button says where it leads.
import type { MessageKey } from './messages.ts'
import type { Outcome } from '../visit/outcome.ts'
import { paths } from '../visit/paths.ts'
import type { Path } from '../visit/paths.ts'

/** The pages whose button names them. The general terms follow a refused join of a group member. */
const buttons: Partial<Record<Path, MessageKey>> = {
  [paths.login]: 'info.toLogin',
  [paths.joinTermsGen]: 'join.anotherType',
}

/** @param rest the steps that follow the notice @returns the words of its button */
export function noticeButton(rest: Outcome): MessageKey {
  for (const step of rest) {
    // A redirect that follows a notice leads to the service.
    if (step.do === 'redirect') return step.signedIn ? 'join.toService' : 'info.backToService'
    if (step.do !== 'go' || step.to === paths.error) continue
    return buttons[step.to] ?? 'login.continue'
  }
  return 'modal.ok'
}
