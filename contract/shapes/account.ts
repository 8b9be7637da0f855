// Contract, "Account": what the member's own pages read and change. Instants are ISO 8601 texts, and masked texts are made by the server.
import * as z from 'zod/mini'
import { ENC_ALGS } from '../codes.ts'
import { CODE_METHODS, PROOF_METHODS } from '../signInMethods.ts'
import { AuthenticationResponse, CreationOptions, RegistrationResponse, RequestOptions } from './passkeys.ts'

const text = z.string().check(z.maxLength(4096))
const short = z.string().check(z.maxLength(512))
const line = z.string().check(z.minLength(1), z.maxLength(1000))
const masked = short
const list = <Item extends z.ZodMiniType>(item: Item) => z.array(item).check(z.maxLength(1000))

export { ANOTHER_SESSION, MANAGED, NO_SESSION, PROOF_NEEDED, ProofNeeded } from './accountRefusals.ts'

/** A path of the account's pages, with nothing after it. */
export const ReturnTo = z.string().check(z.regex(/^\/account(?:\/[a-z]{1,20})?$/))

/**
 * POST /v1/init/account. `location`: where the sign-in of the built-in service begins. It leads back to `return_to`.
 * `prompt`: the member begins with a reset of the password, which is the only way back into a protected account.
 */
export const InitAccount = z.strictObject({ return_to: ReturnTo, prompt: z.optional(z.literal('password')) })
export const AccountBegun = z.object({ location: z.string().check(z.maxLength(4096)) })
export type AccountBegun = z.infer<typeof AccountBegun>

const SECOND_FACTORS = ['NONE', 'SMS'] as const
export type SecondFactor = (typeof SECOND_FACTORS)[number]

/** What is kept of a member who has left. The app has the words for each. */
export const KEPT = ['CONSENTS', 'EVENTS', 'SENT', 'BACKUPS'] as const

/** GET /v1/account. `modulus` and `exponent` (hexadecimal) seal the passwords of the calls that follow. */
export const Account = z.object({
  /** Additive: the name of this session, which is no secret. The app sends it with every other call, as `X-Account-Session`. */
  session: z.optional(short),
  login_id: short,
  name: short,
  nickname: z.optional(z.nullable(short)),
  phone: z.optional(z.nullable(masked)),
  email: masked,
  password_changed_at: short,
  second_factor: z.enum(SECOND_FACTORS),
  member_kind: short,
  belong_sk: z.boolean(),
  /** Additive: a group member's number, which relatives enter when they join (Spec §3, `recommender_mbr_no`). */
  mbr_no: z.optional(z.nullable(short)),
  /** Additive: when the member last decided about each. */
  marketing: z.object({
    email: z.boolean(),
    sms: z.boolean(),
    email_at: z.optional(z.nullable(short)),
    sms_at: z.optional(z.nullable(short)),
  }),
  modulus: text,
  exponent: short,
  enc_alg: z.optional(z.enum(ENC_ALGS)),
  /** Additive: `state` of the certificate of enrollment that the member has sent. */
  letter: z.optional(
    z.object({ received_at: short, file_name: short, state: z.optional(z.enum(['WAITING', 'APPROVED', 'REFUSED'])) }),
  ),
  leaving: z.optional(z.object({ effective_at: short })),
  /** Additive: the backend has passkeys, and this many are the member's. */
  passkeys: z.optional(z.object({ rp_id: short, count: z.number() })),
  /** Additive: the member's company manages the e-mail address. */
  email_managed: z.optional(z.boolean()),
  /** Additive: an administrator's second factor cannot be switched off. */
  second_factor_required: z.optional(z.boolean()),
  /** Additive: what is kept after the member has left, and for how many days. */
  kept: z.optional(z.array(z.object({ what: z.enum(KEPT), days: z.number() }))),
})
export type Account = z.infer<typeof Account>

/** POST /v1/account/proof/token: the token of the code that follows. `CHANGE`: for a new phone or address, which the app names. */
export const ProofToken = z.strictObject({
  method: z.enum(CODE_METHODS),
  purpose: z._default(z.enum(['PROOF', 'CHANGE']), 'PROOF'),
})
export const ProofTokenMade = z.object({ auth_token: short, masked: z.optional(z.nullable(masked)) })
export type ProofTokenMade = z.infer<typeof ProofTokenMade>

/** POST /v1/account/proof/passkey. The challenge is of this session, can be used once, and ends after five minutes. */
export const ProofOptions = z.object({ options: RequestOptions })

/** POST /v1/account/proof. The password is sealed. */
export const Proof = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('PWD'), password: text }),
  z.strictObject({ method: z.enum(CODE_METHODS), auth_code: short }),
  z.strictObject({ method: z.literal('PASSKEY'), credential: AuthenticationResponse }),
])
export type AccountProof = z.infer<typeof Proof>
export const Proved = z.object({ fresh_until: short })
export type Proved = z.infer<typeof Proved>

/** PUT /v1/account/password. The password is sealed. */
export const NewPassword = z.strictObject({ password: text })
export const PasswordChanged = z.object({ ended_sessions: z.number() })
export type PasswordChanged = z.infer<typeof PasswordChanged>

/** PUT /v1/account/phone and /v1/account/email. `auth_code` proves the new one. */
export const NewChannel = z.strictObject({ auth_code: short })
export const ChannelChanged = z.object({ masked })
export type ChannelChanged = z.infer<typeof ChannelChanged>

export const NewNickname = z.strictObject({ nickname: z.string().check(z.minLength(1), z.maxLength(100)) })
export const Marketing = z.strictObject({ email: z.boolean(), sms: z.boolean() })
export type Marketing = z.infer<typeof Marketing>
export const NewSecondFactor = z.strictObject({ second_factor: z.enum(SECOND_FACTORS) })

/** The name of a passkey whose provider is unknown. The app says it in the member's language. */
export const NAMELESS_PASSKEY = 'Passkey'

export const PasskeyRow = z.object({
  id: short,
  name: short,
  created_at: short,
  last_used_at: z.optional(z.nullable(short)),
  synced: z.boolean(),
  /** Additive: the ID of the credential, so that the browser can be told that the passkey was removed. */
  credential_id: z.optional(short),
  /** Additive: the program or the device that keeps the passkey, by its AAGUID, whatever the member calls it. Absent: unknown. */
  provider: z.optional(short),
})
export type PasskeyRow = z.infer<typeof PasskeyRow>
export const PasskeyRows = list(PasskeyRow)
export const PasskeyOptions = z.object({ options: CreationOptions })
export const NewPasskey = z.strictObject({ credential: RegistrationResponse })
export const PasskeyName = z.strictObject({ name: line.check(z.maxLength(60)) })

/** A browser in which the member is signed in. `services`: the names of the services that it is signed in to. */
export const SessionRow = z.object({
  id: short,
  browser: short,
  system: short,
  place: z.optional(z.nullable(short)),
  signed_in_at: short,
  last_used_at: short,
  current: z.boolean(),
  services: list(short),
})
export type SessionRow = z.infer<typeof SessionRow>
export const SessionRows = list(SessionRow)

/** `version` counts from 1. `agreed_at`: when the member agreed to that version. */
const AgreedTerms = z.object({
  name: short,
  url: text,
  version: z.union([z.number(), short]),
  agreed_at: short,
  required: z.boolean(),
})
/** A service that the member has used. `scopes`: what it may read. `claims`: the same by the names of the data, as the page of its consent names them. */
export const ServiceRow = z.object({
  client_id: short,
  rp_name: short,
  icon_image_url: z.optional(z.nullable(text)),
  domain: z.optional(z.nullable(text)),
  first_used_at: z.optional(z.nullable(short)),
  last_used_at: z.optional(z.nullable(short)),
  scopes: list(short),
  claims: z.optional(list(short)),
  terms: list(AgreedTerms),
})
export type ServiceRow = z.infer<typeof ServiceRow>
export const ServiceRows = list(ServiceRow)

/** What a line of the activity is about. The app has the words for each, and shows a neutral line for one that it does not know. */
export const ACTIVITIES = [
  'SIGN_IN',
  'SIGN_OUT',
  'SESSION_ENDED',
  'PASSWORD_CHANGED',
  'PASSWORD_RESET',
  'PHONE_CHANGED',
  'EMAIL_CHANGED',
  'CHANGE_UNDONE',
  'NICKNAME_CHANGED',
  'SECOND_FACTOR_CHANGED',
  'PASSKEY_CREATED',
  'PASSKEY_REMOVED',
  'CONSENT_GIVEN',
  'CONSENT_WITHDRAWN',
  'MARKETING_CHANGED',
  'PROFILE_CHANGED',
  'LETTER_SENT',
  'EXPORTED',
  'LEAVING',
  'LEAVING_CANCELLED',
  'REPORTED',
  'SUPPORT',
  'JOINED',
] as const
export type Activity = (typeof ACTIVITIES)[number]
/** `result`: `DONE`; for a sign-in also `REFUSED` and `WRONG_PASSWORD`. `method` (additive): how the member signed in. */
export const ActivityRow = z.object({
  id: short,
  at: short,
  event: short,
  browser: z.optional(z.nullable(short)),
  place: z.optional(z.nullable(short)),
  service: z.optional(z.nullable(short)),
  result: short,
  method: z.optional(z.array(z.enum(PROOF_METHODS))),
})
export type ActivityRow = z.infer<typeof ActivityRow>
/** Fifty rows, the newest first, and further ones that have the `at` of the last. */
export const ActivityRows = list(ActivityRow)
/** `before`: the `at` of the oldest row that the app has. `event`: only these. */
export const ActivityQuery = z.object({ before: z.optional(short), event: z.optional(short) })

export const Report = z.strictObject({ activity_id: short })

/** Every table with rows of the member, by its name. */
export const Export = z.record(short, z.unknown())

export const Leave = z.strictObject({ reason: z.optional(z.string().check(z.maxLength(1000))) })
export const Leaving = z.object({ effective_at: short })
export type Leaving = z.infer<typeof Leaving>
