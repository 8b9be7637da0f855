// Contract, "Account": which security events the member sees, and as what: in the activity, and in the copy of everything that is stored.
import type { Activity } from './shapes/account.ts'

/** `result`: `DONE` if it is left out. `elsewhere`: a service or an operator caused it, so the call says nothing about the member's browser. */
export type ShownEvent = { as: Activity; result?: 'REFUSED' | 'WRONG_PASSWORD'; elsewhere?: true }

const support: ShownEvent = { as: 'SUPPORT', elsewhere: true }

/** By the name of the event (backend/domain/audit/events.ts). An event without a row is not shown. */
export const ACTIVITY_OF = {
  'account.exported': { as: 'EXPORTED' },
  'account.leaving': { as: 'LEAVING' },
  'account.proof_failed': { as: 'SIGN_IN', result: 'WRONG_PASSWORD' },
  'account.reported': { as: 'REPORTED' },
  'account.stayed': { as: 'LEAVING_CANCELLED' },
  'change.undone': { as: 'CHANGE_UNDONE' },
  'consent.given': { as: 'CONSENT_GIVEN' },
  'consent.withdrawn': { as: 'CONSENT_WITHDRAWN' },
  'email.changed': { as: 'EMAIL_CHANGED' },
  'join.decided': support,
  'join.done': { as: 'JOINED' },
  'letter.kept': { as: 'LETTER_SENT' },
  'marketing.changed': { as: 'MARKETING_CHANGED' },
  'nickname.changed': { as: 'NICKNAME_CHANGED' },
  'notice.not_me': { as: 'REPORTED' },
  'operator.allowed': support,
  'operator.changed': support,
  'operator.disallowed': support,
  'operator.exported': support,
  'operator.leaving': support,
  'operator.passkey_removed': support,
  'operator.read': support,
  'operator.reopened': support,
  'operator.reported': support,
  'operator.session_ended': support,
  'operator.signed_out': support,
  'operator.stayed': support,
  'operator.suspended': support,
  'operator.unlocked': support,
  'operator.withdrawn': support,
  'passkey.created': { as: 'PASSKEY_CREATED' },
  'passkey.removed': { as: 'PASSKEY_REMOVED' },
  'password.changed': { as: 'PASSWORD_CHANGED' },
  'password.reset': { as: 'PASSWORD_RESET' },
  'phone.changed': { as: 'PHONE_CHANGED' },
  'profile.changed': { as: 'PROFILE_CHANGED' },
  'reset.cancelled': { as: 'CHANGE_UNDONE' },
  'reset.ended': { as: 'CHANGE_UNDONE' },
  'second_factor.changed': { as: 'SECOND_FACTOR_CHANGED' },
  'session.ended': { as: 'SESSION_ENDED' },
  'session.signed_out': { as: 'SIGN_OUT' },
  'session.used': { as: 'SIGN_IN' },
  'sign_in.done': { as: 'SIGN_IN' },
  'sign_in.locked': { as: 'SIGN_IN', result: 'REFUSED' },
  'sign_in.refused': { as: 'SIGN_IN', result: 'REFUSED' },
  'sign_in.wrong_password': { as: 'SIGN_IN', result: 'WRONG_PASSWORD' },
  'token.reused': { as: 'SESSION_ENDED', elsewhere: true },
} as const satisfies Record<string, ShownEvent>
