// One whole answer for each call of the contract, every optional field included, and the pending steps with what each needs.
import type { CallName } from '../../contract/calls.ts'
import { AUTH_REQUIRED } from '../../contract/codes.ts'
import type { StepData, StepName } from '../../contract/shapes/pending.ts'
import { accountData } from './accountAnswers.ts'
import type { Json } from './shape.ts'

export type Visit = { transaction_id: string; state: string }
/** What the answers name: the visit, the key for passwords, and the site of the partner service. */
export type World = { visit: Visit; modulus: string; exponent: string; partner: string }

export const TOKEN = 'token-of-the-step'
export const LOGIN_ID = 'member@member.test'

const code = (value: string, name: string, more: Record<string, Json> = {}): Json => ({
  code: value,
  code_add: value,
  code_name: name,
  code_name_en: `${name} (en)`,
  code_name_cn: `${name} (cn)`,
  parent: null,
  ...more,
})

/** The codes of a group. Countries carry their calling code. */
export const codesOfGroup = (group: string): Json => {
  if (group === 'NATIONAL_TEL_GRP') return ['82', '1', '86', '81', '256'].map((tel) => code(tel, `+${tel}`))
  if (group.startsWith('NATIONAL_CD')) return [code('KR', '대한민국'), code('US', '미국')]
  return [1, 2, 3].map((at) => code(`${group}_${at}`, `${group} ${at}`))
}

const term = (terms_code: string, required: boolean, children: Json[] = []): Json => ({
  terms_code,
  name: `약관 ${terms_code}`,
  url: `https://terms.test/${terms_code}.html`,
  required,
  children,
})

const location = (world: World) => `${world.partner}/callback?code=c0de&state=${world.visit.state}`

/** How the member of the scripted servers signs in with a passkey, and how one is created. */
const PASSKEY_REQUEST: Json = {
  challenge: 'Y2hhbGxlbmdlLW9mLWEtc2lnbi1pbg',
  timeout: 300_000,
  rpId: 'localhost',
  userVerification: 'required',
}
const PASSKEY_CREATION = {
  rp: { id: 'localhost', name: 'Foreign Service' },
  user: { id: 'dXNlci1oYW5kbGU', name: LOGIN_ID, displayName: '김하늘' },
  challenge: 'Y2hhbGxlbmdlLW9mLWEtcGFzc2tleQ',
  pubKeyCredParams: [-7, -8, -257].map((alg) => ({ alg, type: 'public-key' as const })),
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  attestation: 'none',
} satisfies StepData<'RECOMMENDED_PASSKEY'>['options']

const named = (value: string) => ({ code: value, name: value, name_en: `${value} (en)`, name_cn: `${value} (cn)` })

/** The data of a whole success, by call. */
export const dataOf = (world: World): Record<CallName, Json> => ({
  initLogin: {
    client_id: 'foreign-service',
    ...world.visit,
    modulus: world.modulus,
    exponent: world.exponent,
    stay_session: true,
    callback_url: `${world.partner}/callback`,
    amrs: ['PWD', 'FACE'],
    sso_sessions: [],
    possible_sso_login: false,
  },
  initSession: { location: location(world) },
  serviceInfo: {
    rp_id: 'foreign',
    rp_name: 'Foreign Service',
    icon_image_url: null,
    banner_image_url: null,
    banner_image_url_en: null,
    banner_image_url_cn: null,
    color: '#1a7f37',
    domain: world.partner,
    display_name: '낯선 서비스',
    display_name_en: 'Foreign Service',
    display_name_cn: '外来服务',
    permission: 'EVERYONE',
  },
  verifyPwd: { location: location(world) },
  verifySso: { location: location(world) },
  initPasskey: { options: PASSKEY_REQUEST },
  verifyPasskey: { location: location(world) },
  deleteSsoSession: null,
  resolveMatcher: { location: location(world) },
  resolveUser: { location: location(world) },
  userInfo: { belong_sk: true, login_id: LOGIN_ID, nickname: '하늘', name: '김하늘', birthdate: '19900000' },
  termsOf: { terms: [term('T_SERVICE', true), term('T_MARKETING', false, [{ terms_code: 'T_AD', name: '광고' }])] },
  challengeJoin: {
    join_type: 'NEW',
    join_status: 'JOINED',
    member_kind: null,
    belong_sk: false,
    auth_token: TOKEN,
  },
  validNickname: { available: true },
  verifyJoin: { join_status: 'JOINED', location: location(world) },
  signUpInfo: {
    login_id: LOGIN_ID,
    name: '김하늘',
    belong_sk: false,
    member_kind: 'GEN',
    member_type_code: 'SOCIAL',
    emp_no: null,
    join_type: 'INVITATION',
  },
  signUp: { join_status: 'JOINED', location: location(world) },
  initSearchIds: { auth_token: TOKEN },
  searchIds: { users: [{ login_id: LOGIN_ID, joined_at: '2024-03-01T09:00:00Z' }] },
  initSearchPwd: {
    auth_token: TOKEN,
    channels: [
      { authenticator_type: 'phone', masked: '010-****-5678' },
      { authenticator_type: 'email', masked: 'm*****@member.test' },
    ],
  },
  searchPwd: { reset_token: 'reset-token', modulus: world.modulus, exponent: world.exponent },
  resetUsers: { users: [{ login_id: LOGIN_ID }] },
  resetPassword: {},
  changePassword: { location: location(world) },
  issueSms: { expires_in: 180 },
  reissueSms: { expires_in: 180 },
  refreshSms: { expires_in: 180 },
  verifySms: { auth_code: 'proof' },
  issueEmail: { expires_in: 600, extendable: true },
  reissueEmail: { expires_in: 600, extendable: true },
  refreshEmail: { expires_in: 600, extendable: true },
  verifyEmail: { auth_code: 'proof' },
  verifyMobile: { auth_code: 'proof' },
  termsLinks: [
    'SERVICE',
    'CUSTOM',
    'PRIVACY',
    'MARKETING',
    'SK_SERVICE',
    'SK_CUSTOM',
    'SK_PRIVACY',
    'SK_MARKETING',
  ].map((terms_code) => ({ terms_code, url: `https://terms.test/${terms_code}.html` })),
  codesOf: codesOfGroup('ANY_GRP'),
  codeWithChildren: {
    ...(code('JOBGROUP_1', 'JOBGROUP 1') as object),
    children: [code('JOB_1', '직업 1', { parent: 'JOBGROUP_1' }), code('JOB_2', '직업 2', { parent: 'JOBGROUP_1' })],
  },
  domainVerified: { verified: true },
  joinState: {
    join_status: 'WAITING',
    join_type: 'NEW',
    requested_at: '2026-01-02T03:04:05Z',
    reason: '서류를 확인하고 있어요.',
    contact: 'help@foreign.test',
  },
  interests: [
    { ...named('IC_1'), fields: [named('IF_1'), named('IF_2')] },
    { ...named('IC_2'), fields: [named('IF_3')] },
  ],
  resolveStudent: { location: location(world) },
  reportClientError: {},
  health: { status: 'ok' },
  ...accountData({
    loginId: LOGIN_ID,
    token: TOKEN,
    key: { modulus: world.modulus, exponent: world.exponent },
    passkey: { request: PASSKEY_REQUEST, creation: PASSKEY_CREATION },
    partner: world.partner,
  }),
})

/** A pending step: what its page cannot do without, and what a server may add. `terms` and `token` have more than one place. */
export type StepAnswer = { fields: Record<string, Json>; may: Record<string, Json>; terms?: string; token?: string }

/** What the page of a step cannot do without. A phone's token and the types of terms have more than one place. */
const OWN: Partial<Record<string, Record<string, Json>>> = {
  [AUTH_REQUIRED]: { phone_number: '010-****-5678' },
  ADMIN_CERTIFICATION_CHECK: { phone_number: '010-****-5678' },
  RECOMMENDED_PASSKEY: { options: PASSKEY_CREATION, conditional: false },
} satisfies { [Name in StepName]?: Partial<StepData<Name>> }

const MAY: Record<string, Json> = {
  state: 'state-of-the-step',
  join_status: 'WAITING',
  progress: { current: 1, total: 2, next: 'SERVICE_ADD_INFO' },
  claims: ['email', 'nickname', 'shoe_size'],
}

/** A step by its type. `null`: the second factor of an ordinary member, which has no matcher type. */
export function stepOf(matcher_type: string | null, more: Partial<StepAnswer> = {}): StepAnswer {
  const isPhone = matcher_type === null || matcher_type === 'ADMIN_CERTIFICATION_CHECK'
  return {
    fields: {
      ...(matcher_type === null ? { auth_required: true } : { matcher_type }),
      ...OWN[matcher_type ?? AUTH_REQUIRED],
      ...more.fields,
    },
    may: { ...MAY, ...more.may },
    ...(isPhone && { token: TOKEN }),
    ...(matcher_type === 'ADD_TERMS_AGREEMENT' && { terms: 'ADD_SUNI' }),
    ...(more.terms && { terms: more.terms }),
  }
}
