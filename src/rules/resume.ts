// Spec §4, a pending step whose page could not be reached: once more, in place of the page that says so.
import { stepOutcome } from './matcher'
import type { Outcome } from './outcome'
import { paths } from './paths'
import { stepPath } from './stepPaths'

type Waiting = { matcher_type: string; step: { terms_types: string[] } | null }

/** Where the step leads that a server still waits for; null: it waits for none that has a page. */
export function onResumed({ matcher_type, step }: Waiting): Outcome | null {
  if (stepPath(matcher_type) === null) return null
  // What is known of the step was kept when it came.
  const leads = stepOutcome({ matcher_type, terms_types: step?.terms_types ?? [] }, paths.error)
  return leads && leads.map((one) => (one.do === 'go' ? { ...one, replace: true } : one))
}
