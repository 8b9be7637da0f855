// Spec §8 and Contract, "Conventions": the refusals that a backend may answer with, and what a member then sees.
import * as detail from './detailCodes.ts'
import { ANOTHER_SESSION, MANAGED, NO_SESSION, PROOF_NEEDED } from './shapes/accountRefusals.ts'
import { PASSKEY_FAILED, PASSKEY_UNKNOWN } from './shapes/passkeys.ts'

export type KnownRefusal = { status: number; detail_code?: number; code?: string; means: string }

export const REFUSALS = {
  sameIdentity: {
    status: 400,
    detail_code: detail.SAME_PERSON,
    means: 'A member with the same name, birthdate and phone exists.',
  },
  groupAccount: {
    status: 400,
    detail_code: detail.GROUP_ACCOUNT,
    means: 'The address belongs to a group account: the group join follows.',
  },
  forbidden: { status: 400, detail_code: detail.FORBIDDEN, means: 'The visit is refused: a notice, then error 403.' },
  codeExpired: {
    status: 400,
    detail_code: detail.CODE_EXPIRED,
    means: 'The one-time code has expired, or none was sent.',
  },
  idTaken: { status: 400, detail_code: detail.ID_TAKEN, means: 'A member with this login id exists.' },
  wrongPassword: {
    status: 400,
    detail_code: detail.WRONG_PASSWORD,
    means: 'Wrong password. The description ends with the number of wrong attempts in brackets: `[2]`.',
  },
  userNotFound: { status: 400, detail_code: detail.USER_NOT_FOUND, means: 'No member was found.' },
  newPassword: { status: 400, detail_code: detail.PASSWORD_NOT_ALLOWED, means: 'The new password breaks a rule.' },
  noMatch: {
    status: 400,
    detail_code: detail.NO_MATCH,
    means: 'The one-time code, or the proof made from it, does not match.',
  },
  sendLimit: { status: 400, detail_code: detail.SEND_LIMIT, means: 'Too many codes were sent.' },
  suspended: { status: 400, detail_code: detail.SUSPENDED, means: 'The account is suspended.' },
  passwordIsId: { status: 400, detail_code: detail.PASSWORD_SAME_AS_ID, means: 'The new password is the login id.' },
  passwordIsPhone: {
    status: 400,
    detail_code: detail.PASSWORD_SAME_AS_PHONE,
    means: 'The new password holds the phone number.',
  },
  passwordIsOld: {
    status: 400,
    detail_code: detail.PASSWORD_SAME_AS_BEFORE,
    means: 'The new password is the current one.',
  },
  child: { status: 400, detail_code: detail.CHILD, means: 'The member is under 14.' },
  tooManyCodes: {
    status: 400,
    detail_code: detail.TOO_MANY_ATTEMPTS,
    means: 'Too many wrong codes: the code counts no more.',
  },
  locked: { status: 400, detail_code: detail.LOCKED, means: 'The account is locked after too many wrong passwords.' },
  lockedAgain: {
    status: 400,
    detail_code: detail.LOCKED_UNTIL_RESET,
    means: 'The account is locked; a new password unlocks it.',
  },
  incumbent: { status: 400, detail_code: detail.INCUMBENT, means: 'The incumbent state must be checked.' },
  noPermission: {
    status: 400,
    detail_code: detail.NO_PERMISSION,
    means: 'The member has no permission for the service.',
  },
  invalidJoin: { status: 400, detail_code: detail.INVALID_JOIN, means: 'The join is not valid here.' },
  usePermission: {
    status: 400,
    detail_code: detail.USE_PERMISSION,
    means: 'The service is not for this kind of member.',
  },
  ipNotAllowed: {
    status: 400,
    detail_code: detail.IP_NOT_ALLOWED,
    means: 'Sign-in is not allowed from this network address.',
  },
  internalOnly: { status: 400, detail_code: detail.INTERNAL_ONLY, means: 'Sign-in is allowed from inside only.' },
  notOfGroup: {
    status: 400,
    detail_code: detail.NOT_OF_GROUP,
    means: 'The address belongs to no group account: the general join follows.',
  },
  noPhone: { status: 400, code: 'NO_PHONE', means: 'The member must prove a phone, and has none on file.' },
  invalid: { status: 400, means: 'A field is missing or wrong. `data.field` names it where there is one.' },
  notSignedIn: { status: 401, means: 'No session, step or token of this browser stands behind the call.' },
  notHere: {
    status: 403,
    means:
      'The visit is not one of this browser’s. NO_VISIT and NO_COOKIES say so for certain, and the visit ends in the app. With any other code the app keeps what was typed.',
  },
  visitOver: { status: 403, code: 'VISIT_OVER', means: 'The visit is over, and ends in the app.' },
  passkeyUnknown: {
    status: 400,
    code: PASSKEY_UNKNOWN,
    means: 'The server has no such passkey. The app tells the authenticator, which forgets it.',
  },
  passkeyFailed: { status: 400, code: PASSKEY_FAILED, means: 'The passkey’s answer is not valid here.' },
  noSession: {
    status: 401,
    code: NO_SESSION,
    means: 'No member is signed in in this browser. The app begins a sign-in (POST /v1/init/account).',
  },
  anotherSession: {
    status: 409,
    code: ANOTHER_SESSION,
    means: 'The browser has another session than the page was loaded with. Nothing is changed or shown.',
  },
  proofNeeded: {
    status: 403,
    code: PROOF_NEEDED,
    means: 'The call needs a fresh proof by one of `data.methods`. Nothing is changed.',
  },
  managed: { status: 400, code: MANAGED, means: 'The member’s company manages this address.' },
  proofOfWork: {
    status: 428,
    code: 'PROOF_OF_WORK',
    means: 'The browser must solve the puzzle in `data.challenge` and ask again with `proof_of_work`.',
  },
  notFound: { status: 404, means: 'There is nothing of this name.' },
  ambiguous: {
    status: 409,
    means:
      'The call names no visit, and this browser has several that it may mean. The app begins again from the service.',
  },
  anotherStep: { status: 412, means: 'The step that is pending is another one, or none.' },
  tooLarge: { status: 413, means: 'The file has more than 10 MB.' },
  wrongType: { status: 415, means: 'The body has another media type, or the file is no PDF, JPEG or PNG.' },
  tooMany: { status: 429, means: 'Too many calls. `Retry-After` says after how many seconds to ask again.' },
  unavailable: { status: 503, means: 'The service is not available at the moment.' },
} as const satisfies Record<string, KnownRefusal>

export type RefusalName = keyof typeof REFUSALS

// What several calls answer alike.
/** The calls of the account, and those of them that need a fresh proof. */
export const SESSION = ['noSession', 'anotherSession'] as const satisfies RefusalName[]
export const FRESH = [...SESSION, 'proofNeeded'] as const satisfies RefusalName[]
export const PASSWORD: RefusalName[] = ['newPassword', 'passwordIsId', 'passwordIsPhone', 'passwordIsOld']
/** Why a member who proved to be one may not sign in here. */
export const STANDING: RefusalName[] = [
  'suspended',
  'incumbent',
  'child',
  'internalOnly',
  'ipNotAllowed',
  'usePermission',
  'noPermission',
  'noPhone',
]
export const CODE: RefusalName[] = ['tooManyCodes', 'noMatch', 'codeExpired']
export const JOIN: RefusalName[] = ['sameIdentity', 'idTaken', 'groupAccount', 'notOfGroup', 'invalidJoin', 'noMatch']
