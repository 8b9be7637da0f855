// Spec §2, what the guards ask: one flat record, read from the stores on entering a page.
import type { MEMBER_TYPES } from '../wire/codes'
import type { ServiceInfo } from '../wire/welcome'

export type MemberType = (typeof MEMBER_TYPES)[number]

export type Facts = {
  /** The welcome step was visited in this tab, at most 50 minutes ago. */
  welcomed: boolean
  /** It was visited, but the 50 minutes have passed. */
  welcomeExpired: boolean
  /** The current welcome has ended in a finished sign-in. */
  signedIn: boolean
  /** The account chooser may be shown, and has an account to show. */
  possible_sso_login: boolean
  /** Whom the service takes. */
  permission: ServiceInfo['permission']
  /** The step a server still waits for; empty when there is none. */
  matcher_type: string
  /** A server has named it in this tab, and its token is not older than it may be. */
  stepNamed: boolean
  /** That step asks for terms of the service itself, and not only for the platform's. */
  asksOfService: boolean
  /** That step is a code sent to a phone, and its token is at hand. */
  mobilePending: boolean
  /** This visit was asked for a proved phone, and has proved none yet. */
  phoneOwed: boolean

  memberType: MemberType | ''
  /** The join is the group's; its terms are another list. */
  isSkFamily: boolean
  /** This visit began with an invitation. */
  invited: boolean
  termsAgreed: boolean
  passwordSet: boolean
  passwordConfirmed: boolean
  nickname: string
  mobileVerified: boolean
  fullName: string
  birthday: string
  isApplyService: boolean
  /** A member who applies to the service, with consented terms and a nickname. */
  hasApplied: boolean
  /** Every step of the sign-up is done, and the server has taken it. */
  joinCompleted: boolean

  /** Identify keeps its own login id and phone proof: a sign-up's must not open a password reset. */
  identifyLoginId: string
  identifySelectedEmail: string
  identifyMobileVerified: boolean
}
