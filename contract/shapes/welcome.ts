// Spec §3 and §7, the data of the entry. Separate from auth.ts because the login form needs only this.
import * as z from 'zod/mini'
import { ENC_ALGS, PERMISSIONS } from '../codes.ts'

const text = z.string().check(z.maxLength(4096))
const short = z.string().check(z.maxLength(512))

/** The transaction of a call. Both values come from the entry's query. */
export const Transaction = z.strictObject({ transaction_id: short, state: short })
export type Transaction = z.infer<typeof Transaction>

/** An account that is signed in in this browser. `login_id` is masked. */
export const SsoSession = z.object({ id: short, login_id: short, name: short, last_used_at: short })
export type SsoSession = z.infer<typeof SsoSession>

/** GET /v1/init/login. `modulus` and `exponent` are hexadecimal. */
export const Welcome = z.object({
  client_id: short,
  transaction_id: short,
  state: short,
  modulus: text,
  exponent: short,
  enc_alg: z.optional(z.enum(ENC_ALGS)),
  stay_session: z.boolean(),
  callback_url: text,
  amrs: z.array(short),
  sso_sessions: z.array(SsoSession),
  possible_sso_login: z.boolean(),
  /** Additive: present where a passkey may sign in. `rp_id`: the domain of the passkeys. */
  passkey: z.optional(z.object({ rp_id: short })),
})
export type Welcome = z.infer<typeof Welcome>

/** GET /v1/profile/rp: the partner service that sent the member. Pictures and names in other languages can be absent. */
export const ServiceInfo = z.object({
  rp_id: short,
  rp_name: short,
  icon_image_url: z._default(z.nullable(text), null),
  banner_image_url: z._default(z.nullable(text), null),
  banner_image_url_en: z._default(z.nullable(text), null),
  banner_image_url_cn: z._default(z.nullable(text), null),
  color: z._default(z.nullable(short), null),
  domain: z._default(z.nullable(text), null),
  display_name: z._default(z.nullable(short), null),
  display_name_en: z._default(z.nullable(short), null),
  display_name_cn: z._default(z.nullable(short), null),
  permission: z.enum(PERMISSIONS),
})
export type ServiceInfo = z.infer<typeof ServiceInfo>

/** GET /v1/profile/users: the member behind the pending step. */
export const UserInfo = z.object({
  belong_sk: z.boolean(),
  login_id: short,
  nickname: z._default(z.nullable(short), null),
  name: z._default(z.nullable(short), null),
  birthdate: z._default(z.nullable(short), null),
})
export type UserInfo = z.infer<typeof UserInfo>
