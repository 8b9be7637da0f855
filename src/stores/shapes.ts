// Spec §3, the shapes of what is stored in this browser. Stored data is as foreign as an answer: it comes back only if it fits.
// Loaded with the cipher, when something is stored or about to be.
import * as z from 'zod/mini'
import { JOIN_STATUSES, LOCALES, MEMBER_TYPES } from '../wire/codes'
import { ServiceInfo, UserInfo, Welcome } from '../wire/welcome'

const text = z.string()

const WelcomeShape = z.object({
  /** Epoch milliseconds; 0 before the first successful init. */
  welcome_expiry: z.number(),
  /** This visit has ended in a sign-in: its location has been followed. */
  signed_in: z.boolean(),
  service_info: z.nullable(ServiceInfo),
  /** The member behind the pending step (GET /v1/profile/users). */
  identity: z.nullable(UserInfo),
  /** A child was refused in this visit (4543). */
  kids: z.boolean(),
  /** The entry's `action`, and its transaction until the init has been answered: what "try again" needs. */
  route_params: z.object({ action: z.optional(text), transaction_id: z.optional(text), state: z.optional(text) }),
  route_query: z.object({ terms_types: z.optional(z.array(text)), login_id: z.optional(text) }),
  init_password: z.boolean(),
  /** The language of this visit. */
  locale: z.nullable(z.enum(LOCALES)),
  welcome: z.nullable(Welcome),
})

/** Login-page info. The password and the code are never here: they live in their fields only. */
const LoginShape = z.object({
  login_id: text,
  /** A second step is pending: the mobile form stands in place of the login form. */
  auth_required: z.boolean(),
  auth_token: text,
  auth_state: text,
  matcher_type: text,
  /** Masked, as the server sent it. */
  phone_number: text,
  /** Epoch milliseconds at which the token came; a stored token is not used after ten minutes. */
  auth_at: z.number(),
})

/** User info held in the client during sign-up. The password only as it is sent: sealed. */
const SignUpShape = z.object({
  memberTypeCode: z.nullable(z.enum(MEMBER_TYPES)),
  isSkFamily: z.boolean(),
  login_id: text,
  password: text,
  nickName: text,
  fullName: text,
  birthday: text,
  mobileNumber: text,
  /** The phone was proved in this visit. The proof itself is not stored. */
  mobileVerified: z.boolean(),
  consentedTerms: z.array(text),
  isApplyService: z.boolean(),
  join_status: z.nullable(z.enum(JOIN_STATUSES)),
})

/** Identify info. No password and no proof is stored. */
const IdentifyShape = z.object({
  fullName: text,
  login_id: text,
  mobileNumber: text,
  mobileVerified: z.boolean(),
  myEmails: z.array(text),
  /** The one of `myEmails` whose password is to be reset. */
  selectedEmail: text,
})

/** Of the screen only the phone verification, by purpose, as `storedSms` of rules/sms.ts wrote it: without code or token. */
const ScreenShape = z.object({ sms: z.record(text, z.unknown()) })

export type WelcomeState = z.infer<typeof WelcomeShape>
export type LoginState = z.infer<typeof LoginShape>
export type SignUpState = z.infer<typeof SignUpShape>
export type IdentifyState = z.infer<typeof IdentifyShape>

export const shapes = {
  welcome: WelcomeShape,
  login: LoginShape,
  signUp: SignUpShape,
  identify: IdentifyShape,
  screen: ScreenShape,
}
export type StoreName = keyof typeof shapes
