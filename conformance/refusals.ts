// Spec §8 and Contract, "Conventions": the refusals that a backend may answer with, and what a member then sees.

export type KnownRefusal = { status: number; detail_code?: number; code?: string; means: string }

export const REFUSALS = {
  sameIdentity: { status: 400, detail_code: 4025, means: 'A member with the same name, birthdate and phone exists.' },
  groupAccount: {
    status: 400,
    detail_code: 4031,
    means: 'The address belongs to a group account: the group join follows.',
  },
  forbidden: { status: 400, detail_code: 4035, means: 'The visit is refused: a notice, then error 403.' },
  codeExpired: { status: 400, detail_code: 4051, means: 'The one-time code has expired, or none was sent.' },
  idTaken: { status: 400, detail_code: 4501, means: 'A member with this login id exists.' },
  wrongPassword: {
    status: 400,
    detail_code: 4502,
    means: 'Wrong password. The description ends with the number of wrong attempts in brackets: `[2]`.',
  },
  userNotFound: { status: 400, detail_code: 4503, means: 'No member was found.' },
  newPassword: { status: 400, detail_code: 4514, means: 'The new password breaks a rule.' },
  noMatch: { status: 400, detail_code: 4518, means: 'The one-time code, or the proof made from it, does not match.' },
  sendLimit: { status: 400, detail_code: 4519, means: 'Too many codes were sent.' },
  suspended: { status: 400, detail_code: 4529, means: 'The account is suspended.' },
  passwordIsId: { status: 400, detail_code: 4533, means: 'The new password is the login id.' },
  passwordIsPhone: { status: 400, detail_code: 4534, means: 'The new password holds the phone number.' },
  passwordIsOld: { status: 400, detail_code: 4539, means: 'The new password is the current one.' },
  child: { status: 400, detail_code: 4543, means: 'The member is under 14.' },
  tooManyCodes: { status: 400, detail_code: 4546, means: 'Too many wrong codes: the code counts no more.' },
  locked: { status: 400, detail_code: 4575, means: 'The account is locked after too many wrong passwords.' },
  lockedAgain: { status: 400, detail_code: 4578, means: 'The account is locked; a new password unlocks it.' },
  incumbent: { status: 400, detail_code: 4579, means: 'The incumbent state must be checked.' },
  noPermission: { status: 400, detail_code: 4580, means: 'The member has no permission for the service.' },
  invalidJoin: { status: 400, detail_code: 4585, means: 'The join is not valid here.' },
  usePermission: { status: 400, detail_code: 4588, means: 'The service is not for this kind of member.' },
  ipNotAllowed: { status: 400, detail_code: 4589, means: 'Sign-in is not allowed from this network address.' },
  internalOnly: { status: 400, detail_code: 4590, means: 'Sign-in is allowed from inside only.' },
  notOfGroup: {
    status: 400,
    detail_code: 4595,
    means: 'The address belongs to no group account: the general join follows.',
  },
  invalid: { status: 400, means: 'A field is missing or wrong. `data.field` names it where there is one.' },
  notSignedIn: { status: 401, means: 'No session, step or token of this browser stands behind the call.' },
  notHere: { status: 403, means: 'The visit is not one of this browser’s. The app keeps what was typed.' },
  visitOver: { status: 403, code: 'VISIT_OVER', means: 'The visit is over. Only this answer ends it in the app.' },
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
