// Spec §8 and Contract, "Conventions": the refusals that a backend may answer with, and what a member then sees.
import * as detail from './detailCodes.ts'
import { ANOTHER_SESSION, MANAGED, NO_SESSION, PROOF_NEEDED } from './shapes/accountRefusals.ts'
import { PASSKEY_FAILED, PASSKEY_UNKNOWN } from './shapes/passkeys.ts'

export type KnownRefusal = { status: number; detail_code?: number; code?: string; means: string }

/* @__NO_SIDE_EFFECTS__ */
const detailed = <const D extends number>(detail_code: D, means: string) => ({
  status: 400 as const,
  detail_code,
  means,
})
/* @__NO_SIDE_EFFECTS__ */
const coded = <const S extends number, const C extends string>(status: S, code: C, means: string) => ({
  status,
  code,
  means,
})

export const REFUSALS = {
  sameIdentity: detailed(detail.SAME_PERSON, 'A member with the same name, birthdate and phone exists.'),
  groupAccount: detailed(detail.GROUP_ACCOUNT, 'The address belongs to a group account: the group join follows.'),
  forbidden: detailed(detail.FORBIDDEN, 'The visit is refused: a notice, then error 403.'),
  codeExpired: detailed(detail.CODE_EXPIRED, 'The one-time code has expired, or none was sent.'),
  idTaken: detailed(detail.ID_TAKEN, 'A member with this login id exists.'),
  wrongPassword: detailed(
    detail.WRONG_PASSWORD,
    'Wrong password. The description ends with the number of wrong attempts in brackets: `[2]`.',
  ),
  userNotFound: detailed(detail.USER_NOT_FOUND, 'No member was found.'),
  newPassword: detailed(detail.PASSWORD_NOT_ALLOWED, 'The new password breaks a rule.'),
  noMatch: detailed(detail.NO_MATCH, 'The one-time code, or the proof made from it, does not match.'),
  sendLimit: detailed(detail.SEND_LIMIT, 'Too many codes were sent.'),
  suspended: detailed(detail.SUSPENDED, 'The account is suspended.'),
  passwordIsId: detailed(detail.PASSWORD_SAME_AS_ID, 'The new password is or contains the login ID.'),
  passwordIsPhone: detailed(detail.PASSWORD_SAME_AS_PHONE, 'The new password contains the phone number.'),
  passwordIsOld: detailed(
    detail.PASSWORD_SAME_AS_BEFORE,
    'The new password is one that must not return: the current one, or an earlier one that the server remembers.',
  ),
  child: detailed(detail.CHILD, 'The member is under 14.'),
  tooManyCodes: detailed(
    detail.TOO_MANY_ATTEMPTS,
    'Too many wrong codes: the code counts no more. With `Retry-After`, no other code can be sent for so many seconds.',
  ),
  codesUsedUp: {
    status: 429,
    detail_code: detail.TOO_MANY_ATTEMPTS,
    means:
      'Too many wrong codes: none is sent, because none could be entered. `Retry-After` says for how many seconds.',
  },
  locked: detailed(detail.LOCKED, 'The account is locked after too many wrong passwords.'),
  lockedAgain: detailed(detail.LOCKED_UNTIL_RESET, 'The account is locked; a new password unlocks it.'),
  incumbent: detailed(detail.INCUMBENT, 'The incumbent state must be checked.'),
  noPermission: detailed(detail.NO_PERMISSION, 'The member has no permission for the service.'),
  invalidJoin: detailed(detail.INVALID_JOIN, 'The join is not valid here.'),
  usePermission: detailed(detail.USE_PERMISSION, 'The service is not for this kind of member.'),
  ipNotAllowed: detailed(detail.IP_NOT_ALLOWED, 'Sign-in is not allowed from this network address.'),
  internalOnly: detailed(detail.INTERNAL_ONLY, 'Sign-in is allowed from inside only.'),
  notOfGroup: detailed(detail.NOT_OF_GROUP, 'The address belongs to no group account: the general join follows.'),
  noPhone: coded(400, 'NO_PHONE', 'The member must prove a phone, and has none on file.'),
  invalid: { status: 400, means: 'A field is missing or wrong. `data.field` names it where there is one.' },
  notSignedIn: { status: 401, means: 'No session, step or token of this browser stands behind the call.' },
  notHere: {
    status: 403,
    means:
      'The visit is not one of this browser’s. NO_VISIT and NO_COOKIES say so for certain, and the visit ends in the app. With any other code the app keeps what was typed.',
  },
  visitOver: coded(403, 'VISIT_OVER', 'The visit is over, and ends in the app.'),
  passkeyUnknown: coded(
    400,
    PASSKEY_UNKNOWN,
    'The server has no such passkey. The app tells the authenticator, which forgets it.',
  ),
  passkeyFailed: coded(400, PASSKEY_FAILED, 'The passkey’s answer is not valid here.'),
  noSession: coded(
    401,
    NO_SESSION,
    'No member is signed in in this browser. The app begins a sign-in (POST /v1/init/account).',
  ),
  anotherSession: coded(
    409,
    ANOTHER_SESSION,
    'The browser has another session than the page was loaded with. Nothing is changed or shown.',
  ),
  proofNeeded: coded(403, PROOF_NEEDED, 'The call needs a fresh proof by one of `data.methods`. Nothing is changed.'),
  managed: coded(400, MANAGED, 'The member’s company manages this address.'),
  proofOfWork: coded(
    428,
    'PROOF_OF_WORK',
    'The browser must solve the puzzle in `data.challenge` and ask again with `proof_of_work`.',
  ),
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
