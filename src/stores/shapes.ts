// Spec §3, the schemas of everything stored in this browser. Stored data is as untrusted as an answer: it comes back only if it matches.
// The schemas load with the cipher.
import * as z from 'zod/mini'
import { JOIN_STATUSES, MEMBER_TYPES } from '../../contract/codes.ts'
import { LOCALES } from '../../contract/locale.ts'
import { Authenticator, AUTHENTICATOR_TYPES, FoundUser } from '../../contract/shapes/identify.ts'
import type { JoinValues } from '../rules/join/joinFields.ts'
import { MEMBER_KINDS } from '../rules/join/member.ts'
import type { RefusedField } from '../rules/visit/outcome.ts'
import { PendingStep } from '../../contract/shapes/pending.ts'
import { ServiceInfo, UserInfo, Welcome } from '../../contract/shapes/welcome.ts'

const text = z.string()

const WelcomeShape = z.object({
  /** Epoch milliseconds; 0 before the first successful init. */
  welcome_expiry: z.number(),
  /** This visit has ended in a sign-in, and its location was followed. */
  signed_in: z.boolean(),
  service_info: z.nullable(ServiceInfo),
  /** The specification's record of kids. No page writes or reads it. */
  kids: z.boolean(),
  /** The entry's `action`, and its transaction until the init has answered, for "try again". */
  route_params: z.object({ action: z.optional(text), transaction_id: z.optional(text), state: z.optional(text) }),
  route_query: z.object({
    terms_types: z.optional(z.array(text)),
    login_id: z.optional(text),
    nick: z.optional(text),
    type: z.optional(text),
    ui_locales: z.optional(text),
    certification: z.optional(z.boolean()),
  }),
  /** The second step of this visit has proved a phone, and the server has accepted the proof. */
  phone_proved: z._default(z.boolean(), false),
  init_password: z.boolean(),
  /** The language of this visit. */
  locale: z.nullable(z.enum(LOCALES)),
  welcome: z.nullable(Welcome),
})

/** Login data. The password and the code live only in their fields. */
const LoginShape = z.object({
  login_id: text,
  /** A second step is pending: the mobile form replaces the login form. */
  auth_required: z.boolean(),
  auth_token: text,
  auth_state: text,
  matcher_type: text,
  /** Masked, as the server sent it. */
  phone_number: text,
  /** The ID with which the member of the pending step signed in; empty if a session existed. A later typed ID is `login_id`. */
  step_login_id: text,
  /** The member behind the pending step (GET /v1/profile/users), once loaded. */
  identity: z.nullable(UserInfo),
  /** What the pending step asks for. Null also after a reload that brings a release with another shape of it. */
  step: z.union([
    PendingStep,
    z.pipe(
      z.unknown(),
      z.transform(() => null),
    ),
  ]),
  /** Input for that step that is not sent yet. */
  draft: z.object({ consent_terms: z.array(text), nickname: text, profile: z.record(text, text) }),
  /** Epoch milliseconds at which the token arrived. A stored token expires after ten minutes. */
  auth_at: z.number(),
  /** The step for which a code was sent without a press (effects/session/firstCode.ts). */
  code_mark: z._default(text, ''),
})

const MajorShape = z.object({ majorCode: text, majorName: text })

/**
 * Join data. The password is stored as it is sent: sealed. Each field of rules/join/joinFields.ts is a text, except the majors. The rows
 * themselves are not imported: every reload with stored data loads this file, and the rules of the fields belong to the join's pages.
 */
const SignUpShape = z.catchall(
  z.object({
    memberTypeCode: z.nullable(z.enum(MEMBER_TYPES)),
    kind: z.enum(MEMBER_KINDS),
    /** What was typed for the other kind of member, under the names of the fields. */
    ofOtherKind: z.optional(
      z.object({
        birthday: text,
        affiliationCode: text,
        affiliationName: text,
        affiliationPhone: text,
        affiliationEmail: text,
      }),
    ),
    /** `SK` or '', as an invitation or a challenge said. */
    member_kind: text,
    /** The pending step that this join resolves; empty for a plain join. */
    matcher_type: text,
    /** A group account is being carried over. */
    isGroupConversion: z.boolean(),
    /** Wire names of the fields that an invitation or a conversion knows. The member cannot change them. */
    fixed: z.array(text),
    consentedTerms: z.array(text),
    isEmailDelivery: z.boolean(),
    isSmsDelivery: z.boolean(),
    /** The token that requests and checks codes, the beginning that it belongs to, and its time (epoch milliseconds). */
    auth_token: text,
    auth_for: text,
    auth_at: z.number(),
    /** The check of the phone's code takes the person as well. */
    checks_person: z._default(z.boolean(), false),
    /** The address was proved in this visit. The server has the proof. */
    emailVerified: z.boolean(),
    password: text,
    /** Sealed too, while the other screens of its page are not complete. Only then it becomes `password`, which opens the next page. */
    pendingPassword: z._default(text, ''),
    /** The phone was proved in this visit. The proof itself is not stored. */
    mobileVerified: z.boolean(),
    amr: text,
    majors: z.optional(z.array(MajorShape)),
    doubleMajors: z.optional(z.array(MajorShape)),
    /** The unregistered input of the majors dialog, with its empty rows. */
    majorsDraft: z.optional(z.object({ majors: z.array(MajorShape), doubleMajors: z.array(MajorShape) })),
    /** The key to the enrollment letter after a reload (effects/session/letterVault.ts). */
    letter_ticket: text,
    letter_sent: z.boolean(),
    memberJobInfo: z.object({ current_job_group: text, current_job: text, hope_job_group: text, hope_job: text }),
    interestInfo: z.object({ interest_category: text, interest_field: text }),
    /** Terms of the partner service; the platform's are `consentedTerms`. */
    serviceTerms: z.array(text),
    skipServices: z.boolean(),
    /** A member who only applies to a service. */
    isApplyService: z.boolean(),
    join_status: z.nullable(z.enum(JOIN_STATUSES)),
    /** The location of the finished join; empty while an approval is pending. */
    location: text,
  }),
  text,
)

/** Identify info. No password and no proof is stored. */
const IdentifyShape = z.object({
  fullName: text,
  login_id: text,
  nationTelNo: text,
  mobileNumber: text,
  mobileVerified: z.boolean(),
  myEmails: z.array(FoundUser),
  /** The one of `myEmails` whose password will be reset. */
  selectedEmail: text,
  /** The ID that these `channels` belong to. */
  channels_of: text,
  channels: z.array(Authenticator),
  authenticator_type: z.nullable(z.enum(AUTHENTICATOR_TYPES)),
  /** The purpose of the token, and its time (epoch milliseconds). It expires after ten minutes. */
  auth_token: text,
  auth_for: z.enum(['', 'searchIds', 'searchPwd']),
  auth_at: z.number(),
})

/** Only the phone verification of the screen store, by purpose, as written by `storedSms` of rules/codes/sms.ts: without code or token. */
const ScreenShape = z.object({ sms: z.record(text, z.unknown()) })

const ExpiredVisitShape = z.object({ login_id: text })

export type WelcomeState = z.infer<typeof WelcomeShape>
export type LoginState = z.infer<typeof LoginShape>
type KnownKeys<Shape> = { [Key in keyof Shape as string extends Key ? never : Key]: Shape[Key] }
/**
 * The visit's part of a join, and the typed fields, which are absent until a page writes them (stores/join.ts reads them).
 * Kept in memory only: the proof of the phone, the chosen enrollment letter, and the field that the server refused.
 */
export type SignUpState = Omit<KnownKeys<z.infer<typeof SignUpShape>>, 'majors' | 'doubleMajors'> &
  Partial<JoinValues> & {
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
  expiredVisit: ExpiredVisitShape,
}
export type Shapes = typeof shapes
export type StoreName = keyof Shapes
