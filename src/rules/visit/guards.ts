// Spec §2, route guards: a named predicate over facts, and the outcome if it is false. Those of the login form; the others are in pageGuards.ts.
import type { Facts } from './facts.ts'
import { goError, overdue } from './outcome.ts'
import type { Outcome } from './outcome.ts'

export type Guard = {
  name: string
  passes: (facts: Facts) => boolean
  otherwise: Outcome | ((facts: Facts) => Outcome)
}

/** Comes before `welcomed`, to tell an expired visit from one that never began. */
export const notExpired: Guard = {
  name: 'notExpired',
  passes: (f) => !f.welcomeExpired,
  otherwise: overdue,
}

export const welcomed: Guard = { name: 'welcomed', passes: (f) => f.welcomed, otherwise: [goError('403')] }

/** For every page except entry, error, about, privacyPolicy and mobileVerify. */
export const entered: readonly Guard[] = [notExpired, welcomed]

export const noSession: Guard = { name: 'noSession', passes: (f) => !f.signedIn, otherwise: [goError('403')] }

/** The outcome of a failed guard. */
export const outcomeOf = ({ otherwise }: Guard, facts: Facts): Outcome =>
  typeof otherwise === 'function' ? otherwise(facts) : otherwise

/** The first failing guard, or undefined if the page may be entered. */
export const firstFailing = (guards: readonly Guard[], facts: Facts): Guard | undefined =>
  guards.find((guard) => !guard.passes(facts))
