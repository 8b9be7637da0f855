// Faults, answers that are lost: what a call may have done though nobody heard of it, and whether the same may be sent again.
import type { Answer, Failure } from '../wire/answer'

/**
 * How what a proof was for was answered. `undecided`: not at all, and the same proof may be sent again. `refused`: the verification
 * begins anew.
 */
export type Followed = 'done' | 'undecided' | 'refused'

/** The server has not decided: the same may be sent to it again. */
const isUndecided = ({ reason, status }: Failure): boolean => reason !== 'refused' || status === 429 || status >= 500

export const followed = (answer: Answer<unknown>): Followed =>
  answer.ok ? 'done' : isUndecided(answer.failure) ? 'undecided' : 'refused'

/** The question may have been heard all the same. */
export const isUnheard = (answer: Answer<unknown>): boolean => !answer.ok && answer.failure.reason === 'noResponse'
