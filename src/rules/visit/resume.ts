// Spec §4, a pending step whose page could not be loaded: tries again, instead of the page that says so.
import type { PendingStep } from '../../../contract/shapes/pending.ts'
import { stepOutcome } from './matcher.ts'
import type { Outcome } from './outcome.ts'
import { paths } from './paths.ts'
import { stepPath } from './stepPaths.ts'

type Waiting = { matcher_type: string; step: PendingStep | null }

/** Where the pending step leads, or null if there is none with a page. */
export function onResumed({ matcher_type, step }: Waiting): Outcome | null {
  if (!step || stepPath(matcher_type) === null) return null
  return stepOutcome(step, paths.error).map((one) => (one.do === 'go' ? { ...one, replace: true } : one))
}
