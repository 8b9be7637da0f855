// Spec §2, the facts of the guards: one flat record, read from the stores when a page is entered.
import type { MEMBER_TYPES } from '../../../contract/codes.ts'
import type { ServiceInfo } from '../../../contract/shapes/welcome.ts'
import type { MemberKind } from '../join/member.ts'

export type MemberType = (typeof MEMBER_TYPES)[number]

export type Facts = {
  /** The entry was visited in this tab, at most 50 minutes ago. */
  welcomed: boolean
  /** The entry was visited, but more than 50 minutes ago. */
  welcomeExpired: boolean
  /** The current visit has ended in a finished sign-in. */
  signedIn: boolean
  /** The account chooser is allowed and has an account to show. */
  possible_sso_login: boolean
  /** The members that the service admits. */
  permission: ServiceInfo['permission']
  /** The pending step; empty if there is none. */
  matcher_type: string
  /** A server named this step in this tab, and its token is not too old. */
  stepNamed: boolean
  /** This step asks for terms of the service, not only of the platform. */
  asksOfService: boolean
  /** This step is a code sent to a phone, and its token is in the store. */
  mobilePending: boolean
  /** This visit requires a proved phone, and none was proved yet. */
  phoneOwed: boolean

  memberType: MemberType | ''
  /** The join is the group's. Its terms are a separate list. */
  kind: MemberKind
  /** This visit began with an invitation. */
  invited: boolean
  /** Terms of the platform: a join can hold agreements to both lists. */
  consentedTerms: readonly string[]
  passwordSet: boolean
  passwordConfirmed: boolean
  nickname: string
  mobileVerified: boolean
  fullName: string
  birthday: string
  isApplyService: boolean
  /** A member who applies to the service, with consented terms and a nickname. */
  hasApplied: boolean
  /** Every step of the sign-up is complete, and the server has accepted it. */
  joinCompleted: boolean

  /** Identify has its own login ID and phone proof: those of a sign-up must not open a password reset. */
  identifyLoginId: string
  identifySelectedEmail: string
  identifyMobileVerified: boolean
}
