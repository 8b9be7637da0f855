// Spec §3–4, the code lists of the wire.

/** Every pending step of the contract. A step with another name is "service unavailable". */
export const MATCHER_TYPES = [
  'JOIN',
  'CONVERSION_JOIN',
  'CONSENT_RELYING_PARTY',
  'ADD_TERMS_AGREEMENT',
  'RECOMMENDED_CHANGE_PWD',
  'REQUIRED_CHANGE_PWD',
  'RECOMMENDED_PASSKEY',
  'SERVICE_ADD_INFO',
  'JOIN_STATE',
  'ADMIN_CERTIFICATION_CHECK',
  'SERVICE_PERMISSIONS',
  'PROTECTED_STATE',
  'INCUMBENT_STATE',
  'SUSPENDED_STATE',
  'ID_SEARCH',
  'CHANGED_PASSWORD',
  'SIGN_UP',
] as const
export type MatcherType = (typeof MATCHER_TYPES)[number]

/** The matcher type under which an ordinary member's second factor is resolved. On the wire it has none. */
export const AUTH_REQUIRED = 'AUTH_REQUIRED'

export const PERMISSIONS = ['EVERYONE', 'ONLY_GEN', 'ONLY_SK'] as const
export const MEMBER_TYPES = ['BSNS', 'SOCIAL', 'FAMILY', 'STUDENT'] as const
export const JOIN_STATUSES = ['JOINED', 'WAITING', 'UNAPPROVED'] as const
export const JOIN_TYPES = ['NEW', 'MIGRATION', 'INVITATION'] as const
export const TERMS_TYPES = ['SUNI', 'ADD_SUNI', 'RELYING_PARTY', 'ADD_RELYING_PARTY'] as const
export const TERMS_LANGUAGES = ['KR', 'EN', 'CN'] as const
export type TermsLanguage = (typeof TERMS_LANGUAGES)[number]

/** Algorithms that seal a password (additive field `enc_alg`). Without the field: PKCS#1 v1.5. */
export const ENC_ALGS = ['RSA1_5', 'RSA-OAEP-256'] as const
export type EncAlg = (typeof ENC_ALGS)[number]

/** The `code` of a 403 for a request without any visit's cookie: the browser blocks cookies, or another browser has them. */
export const NO_COOKIES = 'NO_COOKIES'

/** The `code` of a 403 for a visit that is not of this browser: another browser has its cookie, or a newer visit took its place. */
export const NO_VISIT = 'NO_VISIT'

/** The `code` of a 400 for a member who has to prove a phone and has none on file. */
export const NO_PHONE = 'NO_PHONE'

/** The built-in service of the member's own pages (contract, "Account"). No partner service can have this ID. */
export const ACCOUNT_CLIENT = 'account'
