// Spec §2, the guards of the pages behind the login form.
import type { MatcherType } from '../../../contract/codes.ts'
import type { MemberKind } from '../join/member.ts'
import { kindOfType } from './entry.ts'
import type { Facts } from './facts.ts'
import { type Guard, notExpired, welcomed } from './guards.ts'
import { go, goInstead, type Outcome, toast } from './outcome.ts'
import { paths } from './paths.ts'
import { missingTerms, platformTerms } from '../terms/terms.ts'
import { joinPathClosed, joinPathsFor } from './service.ts'
import { stepPath } from './stepPaths.ts'

const forbidden: Outcome = [toast('errors.forbidden'), go(paths.login)]

/** /mobileVerify has no entry, so the step after its code needs none either. Changing a password and joining need the entry's key. */
export const welcomedOrStep: Guard = {
  ...welcomed,
  name: 'welcomedOrStep',
  passes: (f) => f.welcomed || f.stepNamed,
}

/** The guards of a pending step's page. */
export const stepEntered: readonly Guard[] = [notExpired, welcomedOrStep]

export const ssoPossible: Guard = {
  name: 'ssoPossible',
  passes: (f) => f.possible_sso_login,
  otherwise: [go(paths.login)],
}

/** A service can be open to the group only, or to general members only (ONLY_SK, ONLY_GEN). */
export const joinPathOpen = (kind: MemberKind): Guard => ({
  name: 'joinPathOpen',
  passes: (f) => joinPathsFor(f.permission)[kind === 'SK' ? 'sk' : 'gen'],
  otherwise: (f) => joinPathClosed(f.permission, f.invited),
})

/** The join that `type` of an address names; undefined if it names none, or is there twice. */
export function askedKind(search: string): MemberKind | undefined {
  const [type = '', ...more] = new URLSearchParams(search).getAll('type')
  return more.length === 0 ? kindOfType(type) : undefined
}

/** A terms page whose address asks for the other list leads to that list, so only the guard of that list counts. */
export function termsOpen(kind: MemberKind, search: () => string): Guard {
  const open = joinPathOpen(kind)
  return { ...open, passes: (f) => (askedKind(search()) ?? kind) !== kind || open.passes(f) }
}

const hasAgreed = (f: Facts, kind: MemberKind) => missingTerms(platformTerms(kind), f.consentedTerms).length === 0

/** Agreement to the general terms is no agreement to the group's. */
export const termsChecked = (kind: MemberKind): Guard => ({
  name: 'termsChecked',
  passes: (f) => hasAgreed(f, kind),
  otherwise: forbidden,
})

/** Only an invited visitor can open the pages of an invitation. */
export const invited: Guard = { name: 'invited', passes: (f) => f.invited, otherwise: forbidden }

/** A group member has no type and needs no phone. */
const familyIsKnown = (f: Facts) =>
  f.kind === 'SK' || f.memberType !== 'FAMILY' || (f.mobileVerified && f.fullName !== '' && f.birthday !== '')

export const serviceReady: Guard = {
  name: 'serviceReady',
  passes: (f) =>
    f.hasApplied ||
    (hasAgreed(f, f.kind) && f.nickname !== '' && f.passwordSet && f.passwordConfirmed && familyIsKnown(f)),
  otherwise: forbidden,
}

/** An applicant is a member already, and what the service asks of members has its own page. */
export const notApplying: Guard = {
  name: 'notApplying',
  passes: (f) => !f.isApplyService,
  otherwise: [goInstead(paths.resolveService)],
}

/** A join happens once. Afterwards all its pages lead to the last one. */
export const joinOpen: Guard = {
  name: 'joinOpen',
  passes: (f) => !f.joinCompleted,
  otherwise: (f) => [goInstead(f.kind === 'SK' ? paths.joinCompleted : paths.joinCompletedGen)],
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

/** Opens the page only while one of these steps is pending. Otherwise the page of the pending step opens. */
export const stepIs = (...types: readonly MatcherType[]): Guard => ({
  name: 'stepIs',
  passes: (f) => types.some((type) => type === f.matcher_type),
  otherwise: (f) => {
    const page = stepPath(f.matcher_type, f.asksOfService)
    return page ? [goInstead(page)] : forbidden
  },
})

/** The page for added terms that fits the pending step. */
export const termsOf = (whose: 'platform' | 'service'): Guard => ({
  name: 'termsOf',
  passes: (f) => f.asksOfService === (whose === 'service'),
  otherwise: (f) => [goInstead(f.asksOfService ? paths.resolveServiceTerms : paths.resolveTerms)],
})

export const mobilePending: Guard = { name: 'mobilePending', passes: (f) => f.mobilePending, otherwise: forbidden }
