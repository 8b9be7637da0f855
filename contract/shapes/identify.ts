// Spec §7, auth API: finding a login id, and setting a new password for a member who forgot it.
import * as z from 'zod/mini'
import { ENC_ALGS } from '../codes.ts'
import { visitName } from './visit.ts'
import { Transaction } from './welcome.ts'

const text = z.string().check(z.maxLength(4096))
const short = z.string().check(z.maxLength(512))
const loginId = z.string().check(z.minLength(1), z.maxLength(256))

/** POST /v1/init/search/ids. */
export const InitSearchIds = Transaction
/** The token for verifying one phone. */
export const SearchIdsBegun = z.object({ auth_token: short })
export type SearchIdsBegun = z.infer<typeof SearchIdsBegun>

/** POST /v1/search/ids. The `auth_code` proves the phone. */
export const SearchIds = z.strictObject({
  ...visitName,
  name: z.string().check(z.minLength(1), z.maxLength(1000)),
  credential: z.strictObject({ auth_code: short, amr: z.literal('SMS') }),
})
export type SearchIds = z.infer<typeof SearchIds>

/** A login ID that was found, in full, because the caller has proved the phone. `joined_at` is in ISO 8601. */
export const FoundUser = z.object({ login_id: short, joined_at: short })
export type FoundUser = z.infer<typeof FoundUser>
export const FoundUsers = z.object({ users: z.array(FoundUser).check(z.maxLength(50)) })
export type FoundUsers = z.infer<typeof FoundUsers>

/** POST /v1/init/search/pwd. */
export const InitSearchPwd = z.extend(Transaction, { login_id: loginId })
export type InitSearchPwd = z.infer<typeof InitSearchPwd>

/** The channels for proving an identity. The code's destination is masked. */
export const AUTHENTICATOR_TYPES = ['phone', 'email'] as const
export type AuthenticatorType = (typeof AUTHENTICATOR_TYPES)[number]
export const Authenticator = z.object({ authenticator_type: z.enum(AUTHENTICATOR_TYPES), masked: short })
export type Authenticator = z.infer<typeof Authenticator>
export const SearchPwdBegun = z.object({
  auth_token: short,
  channels: z.array(Authenticator).check(z.minLength(1), z.maxLength(10)),
})
export type SearchPwdBegun = z.infer<typeof SearchPwdBegun>

/** POST /v1/search/pwd. */
export const SearchPwd = z.strictObject({
  ...visitName,
  login_id: loginId,
  credential: z.strictObject({ auth_code: short, amr: z.enum(['SMS', 'EMAIL']) }),
})
export type SearchPwd = z.infer<typeof SearchPwd>

/** The token for setting one new password, and the key that seals it (additive: `enc_alg`). */
export const ResetAllowed = z.object({
  reset_token: short,
  modulus: text,
  exponent: short,
  enc_alg: z.optional(z.enum(ENC_ALGS)),
  /** Additive: the second channel to prove, so that the new password of a protected account takes effect at once. */
  also: z.optional(z.enum(AUTHENTICATOR_TYPES)),
})
export type ResetAllowed = z.infer<typeof ResetAllowed>

/** GET /v1/profile/search/users: the accounts whose password this token may set. */
export const ResetQuery = z.strictObject({ ...visitName, reset_token: short })
export const ResetUsers = z.object({
  users: z.array(z.object({ login_id: short })).check(z.minLength(1), z.maxLength(50)),
})
export type ResetUsers = z.infer<typeof ResetUsers>

/** PUT /v1/profile/search/password. `password` is sealed: base64 of the RSA ciphertext. */
export const ResetPassword = z.strictObject({
  ...visitName,
  reset_token: short,
  login_id: loginId,
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
})
export type ResetPassword = z.infer<typeof ResetPassword>

/**
 * `location`: the member is signed in at once. Additive, `effective_at`: when the new password of a protected account takes effect, in
 * ISO 8601. Absent: it already has.
 */
export const PasswordSet = z.object({ location: z.optional(text), effective_at: z.optional(short) })
export type PasswordSet = z.infer<typeof PasswordSet>
