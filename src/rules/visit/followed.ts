// Faults, "Lost, then reload": what a call without an answer may have done, and whether the app may send it again.
import type { Answer } from '../../../contract/shapes/answer.ts'
import { failureKind, type FailureKind } from '../errors/refusal.ts'

/**
 * The answer to a call that used a proof. `undecided`: no answer, so the app may send the same proof again. `refused`: the verification
 * begins anew.
 */
export type Followed = 'done' | 'undecided' | 'refused'

/** The server has not decided about the proof, so the app may send the same call again. */
const UNDECIDED: readonly FailureKind[] = ['left', 'noResponse', 'tooMany', 'notHere', 'unavailable']

export const followed = (answer: Answer<unknown>): Followed =>
  answer.ok ? 'done' : UNDECIDED.includes(failureKind(answer.failure)) ? 'undecided' : 'refused'

/** The server may have received the call even so. */
export const isUnheard = (answer: Answer<unknown>): boolean =>
  !answer.ok && failureKind(answer.failure) === 'noResponse'
