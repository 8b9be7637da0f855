// Spec §8, 4502, 4575 and 4578: wrong passwords, and the lock that they lead to.
import type { Failure } from '../../../contract/shapes/answer.ts'
import * as detail from '../../../contract/detailCodes.ts'
import { go, modal } from '../visit/outcome.ts'
import type { Outcome } from '../visit/outcome.ts'
import { paths } from '../visit/paths.ts'
import { isCoded } from './refusal.ts'

const LOCK_AFTER = 5
const TELL_FROM = 3

/** The number of wrong attempts, which the server writes in brackets: `[3]`. The description itself is never shown. */
export function wrongCount(description: string): number {
  const found = /\[(\d{1,3})\]/.exec(description)
  return found ? Math.min(Number(found[1]), LOCK_AFTER) : 0
}

/**
 * What a refusal says of the password: `locked`, or `wrong` with the remaining attempts from the third wrong attempt on. Null if another
 * reason refused the call.
 */
export function passwordRefusal(failure: Failure): 'locked' | { wrong: { left: number } | null } | null {
  if (isCoded(failure, detail.LOCKED, detail.LOCKED_UNTIL_RESET)) return 'locked'
  if (!isCoded(failure, detail.WRONG_PASSWORD)) return null
  const count = wrongCount(failure.description)
  if (count >= LOCK_AFTER) return 'locked'
  return { wrong: count < TELL_FROM ? null : { left: LOCK_AFTER - count } }
}

export const locked: Outcome = [modal('maxFailure'), go(paths.identifyPassword)]
