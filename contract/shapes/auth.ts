// Spec §7, auth API: requests and answers.
import * as z from 'zod/mini'
import { RegistrationResponse } from './passkeys.ts'
import { Pending } from './pending.ts'
import { visitName } from './visit.ts'
import { Welcome } from './welcome.ts'

const text = z.string().check(z.maxLength(4096))
const short = z.string().check(z.maxLength(512))

/** The location to follow, or the step that is still pending. With neither, the caller decides (contract, /v1/matcher/resolve). */
export const Progress = z.extend(Pending, { location: z.optional(text) })
export type Progress = z.infer<typeof Progress>

/** GET /v1/init/session: 200 carries the location; 401 carries the welcome data and the pending step. */
export const SessionCheck = z.union([
  z.extend(z.extend(Welcome, Pending.shape), { state: short, matcher_type: short }),
  z.object({ location: text }),
])
export type SessionCheck = z.infer<typeof SessionCheck>

/** GET on the `init_url` of a pending step. */
export const InitUrlAnswer = z.object({ authorization_uri: text })

/** POST /v1/verify/pwd. `password` is sealed: base64 of the RSA ciphertext. */
export const VerifyPwd = z.strictObject({
  login_id: z.string().check(z.minLength(1), z.maxLength(256)),
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
  transaction_id: short,
  state: short,
  stay_session: z.boolean(),
  /** The solution of a puzzle that the server has asked for (contract, "Proof of work"). */
  proof_of_work: z.optional(text),
})
export type VerifyPwd = z.infer<typeof VerifyPwd>

/** POST /v1/verify/sso. */
export const VerifySso = z.strictObject({ sso_session_id: short, transaction_id: short, state: short })
export type VerifySso = z.infer<typeof VerifySso>

/** POST /v1/matcher/resolve. `credential` proves a phone; `amr` repeats its method. `passkey`: the one that was created. */
export const ResolveMatcher = z.strictObject({
  ...visitName,
  matcher_type: short,
  credential: z.optional(z.strictObject({ auth_code: short, amr: z.literal('SMS') })),
  amr: z.optional(z.literal('SMS')),
  consent_terms: z.array(short).check(z.maxLength(50)),
  nickname: z.optional(short),
  skip: z.optional(z.boolean()),
  passkey: z.optional(RegistrationResponse),
  /** Additive: the member was not asked. The browser has created the passkey by itself, or it creates none and skips the step: such a skip is not stored. */
  conditional: z.optional(z.boolean()),
})
export type ResolveMatcher = z.infer<typeof ResolveMatcher>

/** POST /v1/resolve/user: only the requested fields. */
export const ResolveUser = z.strictObject({
  ...visitName,
  matcher_type: z.literal('SERVICE_ADD_INFO'),
  nickname: z.optional(short),
  current_job_group: z.optional(short),
  current_job: z.optional(short),
  hope_job_group: z.optional(short),
  hope_job: z.optional(short),
  interest_category: z.optional(short),
  interest_field: z.optional(short),
})
export type ResolveUser = z.infer<typeof ResolveUser>

/** PUT /v1/profile/change/password. Both passwords are sealed. */
export const ChangePassword = z.strictObject({
  ...visitName,
  current_password: z.string().check(z.minLength(1), z.maxLength(1024)),
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
  matcher_type: z.enum(['RECOMMENDED_CHANGE_PWD', 'REQUIRED_CHANGE_PWD']),
})
export type ChangePassword = z.infer<typeof ChangePassword>
