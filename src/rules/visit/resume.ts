// Spec §4, a pending step whose page could not be loaded: tries again, instead of the page that says so.
import { stepOutcome } from './matcher.ts'
import type { Outcome } from './outcome.ts'
import { paths } from './paths.ts'
import { stepPath } from './stepPaths.ts'

type Waiting = { matcher_type: string; step: { terms_types: string[] } | null }

/** Where the pending step leads, or null if there is none with a page. */
export function onResumed({ matcher_type, step }: Waiting): Outcome | null {
  if (stepPath(matcher_type) === null) return null
  // The step's data was stored when it arrived.
  const leads = stepOutcome({ matcher_type, terms_types: step?.terms_types ?? [] }, paths.error)
  return leads && leads.map((one) => (one.do === 'go' ? { ...one, replace: true } : one))
}
