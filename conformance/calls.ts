// Contract: the calls of the five backends, one row each. The OpenAPI documents are made from this table, the conformance kit checks by
// it, and a test compares it with what the clients of the app really send.
import * as z from 'zod/mini'
import {
  ChangePassword,
  Progress,
  ResolveMatcher,
  ResolveUser,
  SessionCheck,
  VerifyPwd,
  VerifySso,
} from '../src/wire/auth.ts'
import { TERMS_LANGUAGES, TERMS_TYPES } from '../src/wire/codes.ts'
import {
  FoundUsers,
  InitSearchIds,
  InitSearchPwd,
  PasswordSet,
  ResetAllowed,
  ResetPassword,
  ResetQuery,
  ResetUsers,
  SearchIds,
  SearchIdsBegun,
  SearchPwd,
  SearchPwdBegun,
} from '../src/wire/identify.ts'
import {
  ChallengeJoin,
  JOIN_PATHS,
  JoinResult,
  SignUpInfo,
  SignUpPayload,
  StudentProfile,
  TermsAnswer,
  ValidNickname,
  VerifyJoin,
} from '../src/wire/join.ts'
import { ClientError, Health } from '../src/wire/node.ts'
import { Interests, JoinState } from '../src/wire/portal.ts'
import {
  Codes,
  CodeWithChildren,
  DomainVerified,
  Expiry,
  IssueEmail,
  IssueSms,
  Nothing,
  Proof,
  TermsLinks,
  VerifyCode,
  VerifySms,
} from '../src/wire/service.ts'
import { ServiceInfo, Transaction, UserInfo, Welcome } from '../src/wire/welcome.ts'
import { CODE, JOIN, PASSWORD, type RefusalName, STANDING } from './refusals.ts'

export const BACKENDS = ['auth', 'service', 'portal', 'file', 'node'] as const
export type Backend = (typeof BACKENDS)[number]
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * How a call names the visit that it belongs to.
 * - `payload`: the fields are part of the call's own payload, and required
 * - `beside`: the app adds them to the payload. The backend serves a call without them while only one visit can be meant
 * - `token`: the authenticator token names the visit
 * - `none`: the call belongs to no visit
 */
export type Naming = 'payload' | 'beside' | 'token' | 'none'

type Shape = z.ZodMiniType
type Fields = z.ZodMiniObject

export type ApiCall = {
  backend: Backend
  method: Method
  /** With the names of its values in braces. */
  path: `/${string}`
  summary: string
  values?: Record<string, Shape>
  query?: Fields
  body?: Fields
  /** The JSON part `payload` of a multipart call. */
  form?: Fields
  visit: Naming
  /** Status and shape of a success; `null`: no body. `mayBeEmpty`: it may come without data, also as 204. */
  success: { status: 200 | 202 | 204; shape: Shape | null; mayBeEmpty?: true }
  /** A 401 that names a pending step is an answer of this call. */
  pending?: true
  refusals: readonly RefusalName[]
}

const short = z.string().check(z.maxLength(512))
const language = z.enum(TERMS_LANGUAGES)
const ok = (shape: Shape) => ({ status: 200, shape }) as const

const authenticator = (
  path: string,
  summary: string,
  body: Fields,
  shape: Shape,
  refusals: readonly RefusalName[],
): ApiCall => ({
  backend: 'service',
  method: 'POST',
  path: `/authenticator/v1/${path}`,
  summary,
  body,
  visit: 'token',
  success: ok(shape),
  refusals: ['notSignedIn', ...refusals],
})

export const CALLS = {
  initLogin: {
    backend: 'auth',
    method: 'GET',
    path: '/v1/init/login',
    summary: 'What a visit begins with: the key for passwords, and the accounts that are signed in here',
    query: Transaction,
    visit: 'payload',
    success: ok(Welcome),
    refusals: [],
  },
  initSession: {
    backend: 'auth',
    method: 'GET',
    path: '/v1/init/session',
    summary: 'Checks a session that stands already: where it leads, or the step that is pending',
    query: Transaction,
    visit: 'payload',
    success: ok(SessionCheck),
    pending: true,
    refusals: ['groupAccount', 'notOfGroup', 'forbidden', ...STANDING],
  },
  serviceInfo: {
    backend: 'auth',
    method: 'GET',
    path: '/v1/profile/rp',
    summary: 'The service that sent the member here',
    visit: 'beside',
    success: ok(ServiceInfo),
    refusals: [],
  },
  verifyPwd: {
    backend: 'auth',
    method: 'POST',
    path: '/v1/verify/pwd',
    summary: 'Signs in with a password',
    body: VerifyPwd,
    visit: 'payload',
    success: ok(Progress),
    pending: true,
    refusals: ['wrongPassword', 'locked', 'lockedAgain', 'userNotFound', ...STANDING, 'anotherStep', 'proofOfWork'],
  },
  verifySso: {
    backend: 'auth',
    method: 'POST',
    path: '/v1/verify/sso',
    summary: 'Signs in with an account that is signed in in this browser',
    body: VerifySso,
    visit: 'payload',
    success: ok(Progress),
    pending: true,
    refusals: [...STANDING, 'notSignedIn'],
  },
  deleteSsoSession: {
    backend: 'auth',
    method: 'DELETE',
    path: '/v1/sso-session/{id}',
    summary: 'Forgets an account that is signed in in this browser',
    values: { id: short },
    visit: 'beside',
    success: { status: 204, shape: null },
    refusals: ['notFound'],
  },
  resolveMatcher: {
    backend: 'auth',
    method: 'POST',
    path: '/v1/matcher/resolve',
    summary: 'Does what a pending step asks for',
    body: ResolveMatcher,
    visit: 'beside',
    success: ok(Progress),
    pending: true,
    refusals: ['noMatch', ...STANDING, 'anotherStep'],
  },
  resolveUser: {
    backend: 'auth',
    method: 'POST',
    path: '/v1/resolve/user',
    summary: 'Sends the profile fields that a service asks for',
    body: ResolveUser,
    visit: 'beside',
    success: ok(Progress),
    pending: true,
    refusals: ['anotherStep'],
  },
  userInfo: {
    backend: 'auth',
    method: 'GET',
    path: '/v1/profile/users',
    summary: 'The member behind the pending step',
    visit: 'beside',
    success: ok(UserInfo),
    refusals: ['notSignedIn'],
  },
  termsOf: {
    backend: 'auth',
    method: 'GET',
    path: '/v1/terms/{terms_type}',
    summary: 'The terms of a type that are still to be agreed to',
    values: { terms_type: z.enum(TERMS_TYPES) },
    query: z.strictObject({ language }),
    visit: 'beside',
    success: ok(TermsAnswer),
    refusals: ['notFound'],
  },
  challengeJoin: {
    backend: 'auth',
    method: 'GET',
    path: '/v1/challenge/join/{id}',
    summary: 'Begins a join with a login id, or looks again once its address was proved',
    values: { id: short },
    query: z.strictObject({ type: z.enum(JOIN_PATHS) }),
    visit: 'beside',
    success: ok(ChallengeJoin),
    refusals: ['sameIdentity', 'idTaken', 'groupAccount', 'notOfGroup', 'invalidJoin'],
  },
  validNickname: {
    backend: 'auth',
    method: 'GET',
    path: '/v1/valid/nickname',
    summary: 'Whether a nickname is free',
    query: z.strictObject({ nickname: z.string().check(z.maxLength(1000)) }),
    visit: 'beside',
    success: ok(ValidNickname),
    refusals: [],
  },
  verifyJoin: {
    backend: 'auth',
    method: 'POST',
    path: '/v1/verify/join',
    summary: 'Joins: the sign-up payload in its first form. The same call again is the same success',
    body: VerifyJoin,
    visit: 'beside',
    success: ok(JoinResult),
    refusals: [...JOIN, ...PASSWORD, 'child', 'anotherStep'],
  },
  signUpInfo: {
    backend: 'auth',
    method: 'GET',
    path: '/v1/profile/sign-up',
    summary: 'What an invitation knows',
    query: Transaction,
    visit: 'payload',
    success: ok(SignUpInfo),
    refusals: ['invalidJoin'],
  },
  signUp: {
    backend: 'auth',
    method: 'POST',
    path: '/v1/profile/sign-up',
    summary: 'Accepts an invitation: the sign-up payload in its second form. The same call again is the same success',
    body: SignUpPayload,
    visit: 'beside',
    success: ok(JoinResult),
    refusals: [...JOIN, ...PASSWORD, 'child', 'anotherStep'],
  },
  initSearchIds: {
    backend: 'auth',
    method: 'POST',
    path: '/v1/init/search/ids',
    summary: 'Begins a search for login ids',
    body: InitSearchIds,
    visit: 'payload',
    success: ok(SearchIdsBegun),
    refusals: [],
  },
  searchIds: {
    backend: 'auth',
    method: 'POST',
    path: '/v1/search/ids',
    summary: 'The login ids of a name and a proved phone',
    body: SearchIds,
    visit: 'beside',
    success: ok(FoundUsers),
    refusals: ['userNotFound', 'noMatch'],
  },
  initSearchPwd: {
    backend: 'auth',
    method: 'POST',
    path: '/v1/init/search/pwd',
    summary: 'Begins a reset: where a code may be sent, masked',
    body: InitSearchPwd,
    visit: 'payload',
    success: ok(SearchPwdBegun),
    refusals: ['userNotFound'],
  },
  searchPwd: {
    backend: 'auth',
    method: 'POST',
    path: '/v1/search/pwd',
    summary: 'Opens a reset with a proved phone or address',
    body: SearchPwd,
    visit: 'beside',
    success: ok(ResetAllowed),
    refusals: ['noMatch', 'tooManyCodes'],
  },
  resetUsers: {
    backend: 'auth',
    method: 'GET',
    path: '/v1/profile/search/users',
    summary: 'Whose password may be set with this token',
    query: ResetQuery,
    visit: 'beside',
    success: ok(ResetUsers),
    refusals: ['noMatch'],
  },
  resetPassword: {
    backend: 'auth',
    method: 'PUT',
    path: '/v1/profile/search/password',
    summary: 'Sets the new password of a reset',
    body: ResetPassword,
    visit: 'beside',
    success: { ...ok(PasswordSet), mayBeEmpty: true },
    refusals: [...PASSWORD, 'noMatch'],
  },
  changePassword: {
    backend: 'auth',
    method: 'PUT',
    path: '/v1/profile/change/password',
    summary: 'Changes the password that a pending step asks for',
    body: ChangePassword,
    visit: 'beside',
    success: ok(Progress),
    pending: true,
    refusals: ['wrongPassword', ...PASSWORD, 'anotherStep'],
  },

  issueSms: authenticator('issue/sms', 'Sends a code to a phone', IssueSms, Expiry, ['sendLimit']),
  reissueSms: authenticator('reissue/sms', 'Sends another code to the same phone', Nothing, Expiry, ['sendLimit']),
  refreshSms: authenticator('refresh/sms', 'More time for the code that was sent', Nothing, Expiry, ['sendLimit']),
  verifySms: authenticator('verify/sms', 'Checks the code of a phone', VerifySms, Proof, CODE),
  issueEmail: authenticator('issue/email', 'Sends a code to an address', IssueEmail, Expiry, ['sendLimit']),
  reissueEmail: authenticator('reissue/email', 'Sends another code to the same address', Nothing, Expiry, [
    'sendLimit',
  ]),
  refreshEmail: authenticator(
    'refresh/email',
    'More time for the code, where an answer said `extendable`',
    Nothing,
    Expiry,
    ['sendLimit'],
  ),
  verifyEmail: authenticator('verify/email', 'Checks the code of an address', VerifyCode, Proof, CODE),
  verifyMobile: authenticator(
    'verify/mobile',
    'Checks the code of a phone that only the server knows',
    VerifyCode,
    Proof,
    CODE,
  ),
  termsLinks: {
    backend: 'service',
    method: 'GET',
    path: '/common/terms/v1/rps/{rp_id}',
    summary: 'Links to the terms of the platform (`suni`) or of a service',
    values: { rp_id: short },
    query: z.strictObject({ origin: z.literal('true'), language }),
    visit: 'none',
    success: ok(TermsLinks),
    refusals: ['notFound'],
  },
  codesOf: {
    backend: 'service',
    method: 'GET',
    path: '/public/member/v1/codegroups/{group}/codes',
    summary: 'The codes of a group',
    values: { group: short },
    visit: 'none',
    success: ok(Codes),
    refusals: ['notFound'],
  },
  codeWithChildren: {
    backend: 'service',
    method: 'GET',
    path: '/public/member/v1/codes/{id}',
    summary: 'One code, and what lies below it',
    values: { id: short },
    visit: 'none',
    success: ok(CodeWithChildren),
    refusals: ['notFound'],
  },
  domainVerified: {
    backend: 'service',
    method: 'GET',
    path: '/public/member/v1/codegroups/DENIED_DOMAIN/verified',
    summary: 'Whether addresses of a domain may join',
    query: z.strictObject({ domain: z.string().check(z.maxLength(253)) }),
    visit: 'none',
    success: ok(DomainVerified),
    refusals: [],
  },

  joinState: {
    backend: 'portal',
    method: 'GET',
    path: '/v1/members/join-state',
    summary: 'How the approval of the member behind the pending step stands',
    visit: 'beside',
    success: ok(JoinState),
    refusals: ['notSignedIn'],
  },
  interests: {
    backend: 'portal',
    method: 'GET',
    path: '/v1/interests',
    summary: 'The interests to choose from',
    visit: 'none',
    success: ok(Interests),
    refusals: [],
  },

  resolveStudent: {
    backend: 'file',
    method: 'POST',
    path: '/v1/matcher/student/resolve',
    summary: 'Sends a student’s profile with the enrollment letter',
    form: StudentProfile,
    visit: 'beside',
    success: ok(Progress),
    pending: true,
    refusals: ['tooLarge', 'wrongType', 'anotherStep'],
  },

  reportClientError: {
    backend: 'node',
    method: 'POST',
    path: '/v1/client-errors',
    summary: 'Takes the report of an error in a browser',
    body: ClientError,
    visit: 'none',
    success: { status: 202, shape: z.unknown() },
    refusals: [],
  },
  health: {
    backend: 'node',
    method: 'GET',
    path: '/v1/health',
    summary: 'Whether the service is up',
    visit: 'none',
    success: ok(Health),
    refusals: ['unavailable'],
  },
} as const satisfies Record<string, ApiCall>

export type CallName = keyof typeof CALLS
export const callNamed = (name: CallName): ApiCall => CALLS[name]
export const everyCall: readonly (ApiCall & { name: CallName })[] = (Object.keys(CALLS) as CallName[]).map((name) => ({
  name,
  ...callNamed(name),
}))

/** What names a visit. Both values come from the address that began it. */
const NAMED_OR_NOT = { transaction_id: z.optional(short), state: z.optional(short) }

/** The fields of a payload, with the names of the visit if the call sends them. */
function withVisit(fields: Fields | undefined, visit: Naming): Fields | undefined {
  if (visit !== 'beside' || (fields && 'transaction_id' in fields.shape)) return fields
  return fields ? z.extend(fields, NAMED_OR_NOT) : z.strictObject(NAMED_OR_NOT)
}

/** Where a call carries its visit: a GET and a DELETE in the query, others in the body or the form. */
const carriesInQuery = ({ method }: Pick<ApiCall, 'method'>): boolean => method === 'GET' || method === 'DELETE'

/** The query and the payload of a call, those that name the visit included. */
export function payloadsOf(call: ApiCall) {
  const inQuery = carriesInQuery(call)
  return {
    query: inQuery ? withVisit(call.query, call.visit) : call.query,
    body: call.form || inQuery ? undefined : withVisit(call.body, call.visit),
    // The multipart call carries the visit as fields of the form, beside the payload.
    form: call.form,
  }
}
