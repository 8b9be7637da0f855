// Spec §7, auth API: finding a login id, and setting a new password for a member who forgot it.
import * as z from 'zod/mini'
import { ENC_ALGS } from './codes'
import { Transaction } from './welcome'

const text = z.string().check(z.maxLength(4096))
const short = z.string().check(z.maxLength(512))
const loginId = z.string().check(z.minLength(1), z.maxLength(256))

/** POST /v1/init/search/ids. */
export const InitSearchIds = Transaction
/** The right to have one phone proved. */
export const SearchIdsBegun = z.object({ auth_token: short })
export type SearchIdsBegun = z.infer<typeof SearchIdsBegun>

/** POST /v1/search/ids. The phone is proved by `auth_code`. */
export const SearchIds = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(1000)),
  credential: z.strictObject({ auth_code: short, amr: z.literal('SMS') }),
})
export type SearchIds = z.infer<typeof SearchIds>

/** A login id that was found, in full: the caller has proved the phone. `joined_at` is a moment in ISO 8601. */
export const FoundUser = z.object({ login_id: short, joined_at: short })
export type FoundUser = z.infer<typeof FoundUser>
export const FoundUsers = z.object({ users: z.array(FoundUser).check(z.maxLength(50)) })
export type FoundUsers = z.infer<typeof FoundUsers>

/** POST /v1/init/search/pwd. */
export const InitSearchPwd = z.extend(Transaction, { login_id: loginId })
export type InitSearchPwd = z.infer<typeof InitSearchPwd>

/** How a member can show who they are; where the code goes is masked. */
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
  login_id: loginId,
  credential: z.strictObject({ auth_code: short, amr: z.enum(['SMS', 'EMAIL']) }),
})
export type SearchPwd = z.infer<typeof SearchPwd>

/** The right to set one new password, and the key under which it is sealed (additive: `enc_alg`). */
export const ResetAllowed = z.object({
  reset_token: short,
  modulus: text,
  exponent: short,
  enc_alg: z.optional(z.enum(ENC_ALGS)),
  /** Additive: the channel to prove as well, so that the new password of a protected account counts at once. */
  also: z.optional(z.enum(AUTHENTICATOR_TYPES)),
})
export type ResetAllowed = z.infer<typeof ResetAllowed>

/** GET /v1/profile/search/users: whose password may be set with this token. */
export const ResetQuery = z.strictObject({ reset_token: short })
export const ResetUsers = z.object({
  users: z.array(z.object({ login_id: short })).check(z.minLength(1), z.maxLength(50)),
})
export type ResetUsers = z.infer<typeof ResetUsers>

/** PUT /v1/profile/search/password. `password` is sealed: base64 of the RSA ciphertext. */
export const ResetPassword = z.strictObject({
  reset_token: short,
  login_id: loginId,
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
})
export type ResetPassword = z.infer<typeof ResetPassword>

/** Additive: when the new password of a protected account takes effect, in ISO 8601. Left out: it has. */
export const PasswordSet = z.object({ effective_at: z.optional(short) })
export type PasswordSet = z.infer<typeof PasswordSet>
