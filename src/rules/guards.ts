// Spec §2, route guards: a named predicate over facts, and what happens when it is false.
import type { MatcherType } from '../wire/codes'
import type { Facts } from './facts'
import { go, goError, goInstead, overdue, toast } from './outcome'
import type { Outcome } from './outcome'
import { paths } from './paths'
import { joinPathClosed, joinPathsFor } from './service'
import { stepPath } from './stepPaths'

export type Guard = {
  name: string
  passes: (facts: Facts) => boolean
  otherwise: Outcome | ((facts: Facts) => Outcome)
}

const forbidden: Outcome = [toast('errors.forbidden'), go(paths.login)]

/** Stands before `welcomed`, so that a visit which took too long is told apart from one that never began. */
export const notExpired: Guard = {
  name: 'notExpired',
  passes: (f) => !f.welcomeExpired,
  otherwise: overdue,
}

export const welcomed: Guard = { name: 'welcomed', passes: (f) => f.welcomed, otherwise: [goError('403')] }

/** What every page needs except welcome, error, about, privacyPolicy and mobileVerify. */
export const entered: readonly Guard[] = [notExpired, welcomed]

/**
 * /mobileVerify has no welcome, and what a server asks for after its code is open all the same; not where a welcome's key is needed, to
 * change a password or to join.
 */
export const welcomedOrStep: Guard = {
  ...welcomed,
  name: 'welcomedOrStep',
  passes: (f) => f.welcomed || f.stepNamed,
}

/** What the page of a pending step needs. */
export const stepEntered: readonly Guard[] = [notExpired, welcomedOrStep]

export const noSession: Guard = { name: 'noSession', passes: (f) => !f.signedIn, otherwise: [goError('403')] }

export const ssoPossible: Guard = {
  name: 'ssoPossible',
  passes: (f) => f.possible_sso_login,
  otherwise: [go(paths.login)],
}

/** A service may be for the group only, or for others only (ONLY_SK, ONLY_GEN). */
export const joinPathOpen = (isSkFamily: boolean): Guard => ({
  name: 'joinPathOpen',
  passes: (f) => joinPathsFor(f.permission)[isSkFamily ? 'sk' : 'gen'],
  otherwise: (f) => joinPathClosed(f.permission, f.invited),
})

/** The list of the page's own join: who has agreed to the general terms has not agreed to the group's. */
export const termsChecked = (isSkFamily: boolean): Guard => ({
  name: 'termsChecked',
  passes: (f) => f.termsAgreed && f.isSkFamily === isSkFamily,
  otherwise: forbidden,
})

/** The pages of an invitation are nobody else's. */
export const invited: Guard = { name: 'invited', passes: (f) => f.invited, otherwise: forbidden }

/** A group member is of no type, and is asked for no phone. */
const familyIsKnown = (f: Facts) =>
  f.isSkFamily || f.memberType !== 'FAMILY' || (f.mobileVerified && f.fullName !== '' && f.birthday !== '')

export const serviceReady: Guard = {
  name: 'serviceReady',
  passes: (f) =>
    f.hasApplied || (f.termsAgreed && f.nickname !== '' && f.passwordSet && f.passwordConfirmed && familyIsKnown(f)),
  otherwise: forbidden,
}

/** Who applies to the service is a member, and what it asks of members has a page of its own. */
export const notApplying: Guard = {
  name: 'notApplying',
  passes: (f) => !f.isApplyService,
  otherwise: [goInstead(paths.resolveService)],
}

/** A join happens once: after it, every page of it leads to the last one. */
export const joinOpen: Guard = {
  name: 'joinOpen',
  passes: (f) => !f.joinCompleted,
  otherwise: (f) => [goInstead(f.isSkFamily ? paths.joinCompleted : paths.joinCompletedGen)],
}

export const joinCompleted: Guard = { name: 'joinCompleted', passes: (f) => f.joinCompleted, otherwise: forbidden }

export const myIdVerified: Guard = {
  name: 'myIdVerified',
  passes: (f) => f.identifyMobileVerified,
  otherwise: forbidden,
}

export const loginIdKnown: Guard = {
  name: 'loginIdKnown',
  passes: (f) => f.identifyLoginId !== '',
  otherwise: forbidden,
}

export const newPasswordAllowed: Guard = {
  name: 'newPasswordAllowed',
  passes: (f) => f.identifyLoginId !== '' || (f.identifySelectedEmail !== '' && f.identifyMobileVerified),
  otherwise: forbidden,
}

/** The page of one of these steps, while it is the one that a server waits for; while another one is, that one's page is opened. */
export const stepIs = (...types: readonly MatcherType[]): Guard => ({
  name: 'stepIs',
  passes: (f) => types.some((type) => type === f.matcher_type),
  otherwise: (f) => {
    const page = stepPath(f.matcher_type, f.asksOfService)
    return page ? [goInstead(page)] : forbidden
  },
})

/** Of the two pages for terms that came since, the one for what the step asks for. */
export const termsOf = (whose: 'platform' | 'service'): Guard => ({
  name: 'termsOf',
  passes: (f) => f.asksOfService === (whose === 'service'),
  otherwise: (f) => [goInstead(f.asksOfService ? paths.resolveServiceTerms : paths.resolveTerms)],
})

export const mobilePending: Guard = { name: 'mobilePending', passes: (f) => f.mobilePending, otherwise: forbidden }

/** What a failed guard leads to. */
export const outcomeOf = ({ otherwise }: Guard, facts: Facts): Outcome =>
  typeof otherwise === 'function' ? otherwise(facts) : otherwise

/** The first guard that says no, or undefined: the page may be entered. */
export const firstFailing = (guards: readonly Guard[], facts: Facts): Guard | undefined =>
  guards.find((guard) => !guard.passes(facts))
