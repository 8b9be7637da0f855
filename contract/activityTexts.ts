// Contract, "Account": by which texts (`locales/*/account.json`) the account names what has happened. The list of events for operators has the same words.
import type { Activity } from './shapes/account.ts'

export const ACTIVITY_TEXTS = {
  SIGN_IN: 'account.didSignIn',
  SIGN_OUT: 'account.didSignOut',
  SESSION_ENDED: 'account.didEndSession',
  PASSWORD_CHANGED: 'account.didChangePassword',
  PASSWORD_RESET: 'account.didResetPassword',
  PHONE_CHANGED: 'account.didChangePhone',
  EMAIL_CHANGED: 'account.didChangeEmail',
  CHANGE_UNDONE: 'account.didUndo',
  NICKNAME_CHANGED: 'account.didChangeNickname',
  SECOND_FACTOR_CHANGED: 'account.didChangeFactor',
  PASSKEY_CREATED: 'account.didCreatePasskey',
  PASSKEY_REMOVED: 'account.didRemovePasskey',
  CONSENT_GIVEN: 'account.didConsent',
  CONSENT_WITHDRAWN: 'account.didWithdraw',
  MARKETING_CHANGED: 'account.didChangeNews',
  PROFILE_CHANGED: 'account.didChangeProfile',
  LETTER_SENT: 'account.didSendLetter',
  EXPORTED: 'account.didExport',
  LEAVING: 'account.didLeave',
  LEAVING_CANCELLED: 'account.didStay',
  REPORTED: 'account.didReport',
  SUPPORT: 'account.didSupport',
  JOINED: 'account.didJoin',
} as const satisfies Record<Activity, string>

/** Results of a sign-in that did not succeed. */
export const FAILED_SIGN_INS = {
  REFUSED: 'account.refusedSignIn',
  WRONG_PASSWORD: 'account.wrongPassword',
} as const
