// Faults, "Lost, then reload": what a call without an answer may have done, and whether the app may send it again.
import { type Answer, type Failure, isVisitOver } from '../wire/answer'

/**
 * The answer to a call that used a proof. `undecided`: no answer, so the app may send the same proof again. `refused`: the verification
 * begins anew.
 */
export type Followed = 'done' | 'undecided' | 'refused'

/** The server has not decided, so the app may send the same call again. */
function isUndecided(failure: Failure): boolean {
  const { reason, status } = failure
  // Contract, "Conventions": a 403 without VISIT_OVER may come from a firewall, and says nothing about the proof.
  const isForeign = status === 403 && !isVisitOver(failure)
  return reason !== 'refused' || isForeign || status === 429 || status >= 500
}

export const followed = (answer: Answer<unknown>): Followed =>
  answer.ok ? 'done' : isUndecided(answer.failure) ? 'undecided' : 'refused'

/** The server may have received the call even so. */
export const isUnheard = (answer: Answer<unknown>): boolean => !answer.ok && answer.failure.reason === 'noResponse'
