// Spec §3, the shapes of what is stored in this browser. Stored data is as foreign as an answer: it comes back only if it fits.
// Loaded with the cipher, when something is stored or about to be.
import * as z from 'zod/mini'
import { JOIN_STATUSES, LOCALES, MEMBER_TYPES } from '../wire/codes'
import { Authenticator, AUTHENTICATOR_TYPES, FoundUser } from '../wire/identify'
import type { RefusedField } from '../rules/joinFields'
import { ServiceInfo, UserInfo, Welcome } from '../wire/welcome'

const text = z.string()

const WelcomeShape = z.object({
  /** Epoch milliseconds; 0 before the first successful init. */
  welcome_expiry: z.number(),
  /** This visit has ended in a sign-in: its location has been followed. */
  signed_in: z.boolean(),
  service_info: z.nullable(ServiceInfo),
  /** The spec's record of kids, which nobody writes or reads. */
  kids: z.boolean(),
  /** The entry's `action`, and its transaction until the init has been answered: what "try again" needs. */
  route_params: z.object({ action: z.optional(text), transaction_id: z.optional(text), state: z.optional(text) }),
  route_query: z.object({
    terms_types: z.optional(z.array(text)),
    login_id: z.optional(text),
    nick: z.optional(text),
    type: z.optional(text),
    certification: z.optional(z.boolean()),
  }),
  /** The second step of this visit has proved a phone, and the server has taken the proof. */
  phone_proved: z._default(z.boolean(), false),
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
  /** With which id the member of the pending step has signed in; empty where a session stood. What is typed later is `login_id`. */
  step_login_id: text,
  /** The member behind the pending step (GET /v1/profile/users), once it was asked for. */
  identity: z.nullable(UserInfo),
  /** What the pending step asks for (StepDetails of rules/outcome.ts). */
  step: z.nullable(
    z.object({
      progress: z.nullable(z.object({ current: z.number(), total: z.number() })),
      terms_types: z.array(text),
      profile_fields: z.array(text),
      claims: z.array(text),
      params: z._default(z.record(text, text), {}),
    }),
  ),
  /** What was entered for that step and is not sent yet. */
  draft: z.object({ consent_terms: z.array(text), nickname: text, profile: z.record(text, text) }),
  /** Epoch milliseconds at which the token came; a stored token is not used after ten minutes. */
  auth_at: z.number(),
})

const MajorShape = z.object({ majorCode: text, majorName: text })

/** User info held in the client during sign-up. The password only as it is sent: sealed. */
const SignUpShape = z.object({
  memberTypeCode: z.nullable(z.enum(MEMBER_TYPES)),
  isSkFamily: z.boolean(),
  /** `SK` or none, where an invitation or a challenge said so. */
  member_kind: text,
  /** The pending step that this join resolves; empty: a plain join. */
  matcher_type: text,
  /** A group account is carried over. */
  isGroupConversion: z.boolean(),
  /** By wire name: what an invitation or a conversion knows, and what can therefore not be changed. */
  fixed: z.array(text),
  consentedTerms: z.array(text),
  isEmailDelivery: z.boolean(),
  isSmsDelivery: z.boolean(),
  login_id: text,
  /** What codes are asked for and checked with, for which beginning, and since when (epoch milliseconds). */
  auth_token: text,
  auth_for: text,
  auth_at: z.number(),
  /** The address was proved in this visit; the server holds the proof. */
  emailVerified: z.boolean(),
  password: text,
  nickName: text,
  fullName: text,
  /** yyyy-MM-dd; a group member's year only. */
  birthday: text,
  gender: text,
  nationalCode: text,
  nationTelNo: text,
  mobileNumber: text,
  /** The phone was proved in this visit. The proof itself is not stored. */
  mobileVerified: z.boolean(),
  amr: text,
  empNo: text,
  affiliationCode: text,
  affiliationName: text,
  affiliationPhone: text,
  affiliationEmail: text,
  jobTitle: text,
  jobTitleEtc: text,
  jobRank: text,
  recommenderMbrNo: text,
  relationship: text,
  relationshipEtc: text,
  familyJob: text,
  familyJobEtc: text,
  schoolCourse: text,
  schoolStatus: text,
  majors: z.array(MajorShape),
  doubleMajors: z.array(MajorShape),
  /** What stands in the dialog of the majors and is not registered yet, empty rows too. */
  majorsDraft: z.optional(z.object({ majors: z.array(MajorShape), doubleMajors: z.array(MajorShape) })),
  completeSemester: text,
  /** What opens the enrollment letter after a reload (effects/letterVault.ts). */
  letter_ticket: text,
  letter_sent: z.boolean(),
  memberJobInfo: z.object({ current_job_group: text, current_job: text, hope_job_group: text, hope_job: text }),
  interestInfo: z.object({ interest_category: text, interest_field: text }),
  /** Terms of the partner service; the platform's are `consentedTerms`. */
  serviceTerms: z.array(text),
  skipServices: z.boolean(),
  /** A member already, who only applies to a service. */
  isApplyService: z.boolean(),
  join_status: z.nullable(z.enum(JOIN_STATUSES)),
  /** Where the finished join leads; empty while an approval is waited for. */
  location: text,
})

/** Identify info. No password and no proof is stored. */
const IdentifyShape = z.object({
  fullName: text,
  login_id: text,
  nationTelNo: text,
  mobileNumber: text,
  mobileVerified: z.boolean(),
  myEmails: z.array(FoundUser),
  /** The one of `myEmails` whose password is to be reset. */
  selectedEmail: text,
  /** Whose `channels` these are. */
  channels_of: text,
  channels: z.array(Authenticator),
  authenticator_type: z.nullable(z.enum(AUTHENTICATOR_TYPES)),
  /** What the token was given for, and when (epoch milliseconds): it is not used after ten minutes. */
  auth_token: text,
  auth_for: z.enum(['', 'searchIds', 'searchPwd']),
  auth_at: z.number(),
})

/** Of the screen only the phone verification, by purpose, as `storedSms` of rules/sms.ts wrote it: without code or token. */
const ScreenShape = z.object({ sms: z.record(text, z.unknown()) })

const KeptShape = z.object({ login_id: text })

export type WelcomeState = z.infer<typeof WelcomeShape>
export type LoginState = z.infer<typeof LoginShape>
/** Held in memory only: the proof of the phone, the chosen enrollment letter, and the field that the server has refused. */
export type SignUpState = z.infer<typeof SignUpShape> & {
  auth_code: string
  letter: File | null
  refused: RefusedField | null
}
export type IdentifyState = z.infer<typeof IdentifyShape>

export const shapes = {
  welcome: WelcomeShape,
  login: LoginShape,
  signUp: SignUpShape,
  identify: IdentifyShape,
  screen: ScreenShape,
  kept: KeptShape,
}
export type Shapes = typeof shapes
export type StoreName = keyof Shapes
