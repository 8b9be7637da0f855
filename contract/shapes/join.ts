// Spec §7, auth API: the calls of a join, and the sign-up payload in its two forms.
import * as z from 'zod/mini'
import { Progress } from './auth.ts'
import { JOIN_STATUSES, JOIN_TYPES, MEMBER_TYPES } from '../codes.ts'
import { visitName } from './visit.ts'

const short = z.string().check(z.maxLength(512))
const text = z.string().check(z.maxLength(4096))
/** Spec §9: maximum length of an input. */
const line = z.string().check(z.maxLength(1000))
const digits = (most: number) => z.string().check(z.regex(/^\d*$/), z.maxLength(most))

/** The join path in the challenge (additive query): the group's or the general one. */
export const JOIN_PATHS = ['sk', 'general'] as const
export type JoinPath = (typeof JOIN_PATHS)[number]

/** GET /v1/challenge/join/{login_id}: the kind of join that this ID begins, and the token for its codes. */
export const ChallengeJoin = z.object({
  join_type: z.enum(JOIN_TYPES),
  join_status: z.optional(z.enum(JOIN_STATUSES)),
  member_kind: z.optional(z.nullable(short)),
  belong_sk: z.boolean(),
  auth_token: short,
  /** Additive: the check of a phone's code takes the person as well, and says whether they are a member already. */
  checks_person: z.optional(z.boolean()),
})
export type ChallengeJoin = z.infer<typeof ChallengeJoin>

/** GET /v1/valid/nickname. */
export const ValidNickname = z.object({ available: z.boolean() })
export type ValidNickname = z.infer<typeof ValidNickname>

/** GET /v1/terms/{terms_type}: the terms that still need agreement, each with its dependent consents. */
export const TermsAnswer = z.object({
  terms: z
    .array(
      z.object({
        terms_code: short,
        name: short,
        url: z.string().check(z.maxLength(2048)),
        required: z.boolean(),
        children: z.optional(z.array(z.object({ terms_code: short, name: short })).check(z.maxLength(20))),
      }),
    )
    .check(z.maxLength(50)),
  /** RELYING_PARTY: what the service will learn of the member. */
  claims: z.optional(z.array(short).check(z.maxLength(20))),
})
export type TermsAnswer = z.infer<typeof TermsAnswer>

/** GET /v1/profile/sign-up: what an invitation knows. The page shows it read-only. */
export const SignUpInfo = z.object({
  login_id: short,
  name: z._default(z.nullable(short), null),
  belong_sk: z.boolean(),
  member_kind: z._default(z.nullable(short), null),
  member_type_code: z._default(z.nullable(z.enum(MEMBER_TYPES)), null),
  emp_no: z._default(z.nullable(short), null),
  join_type: z.enum(JOIN_TYPES),
})
export type SignUpInfo = z.infer<typeof SignUpInfo>

export const Major = z.strictObject({ major_code: short, major_name: line })
export type Major = z.infer<typeof Major>
export const MOST_MAJORS = 3
const majors = z.array(Major).check(z.maxLength(MOST_MAJORS))

/** Shared by a student's profile and the multipart call. */
const student = {
  affiliation_code: z.optional(short),
  affiliation_name: z.optional(line),
  school_course: z.optional(short),
  school_status: z.optional(short),
  majors: z.optional(majors),
  double_majors: z.optional(majors),
  complete_semester: z.optional(short),
}

/** The fields of the service page and of SERVICE_ADD_INFO. */
const wishes = {
  current_job_group: z.optional(short),
  current_job: z.optional(short),
  hope_job_group: z.optional(short),
  hope_job: z.optional(short),
  interest_category: z.optional(short),
  interest_field: z.optional(short),
}

/** The further fields of the privacy and service pages. Each member type sends only its own. */
export const JoinProfile = z.strictObject({
  member_type_code: z.optional(z.enum(MEMBER_TYPES)),
  national_code: z.optional(short),
  ...student,
  affiliation_phone: z.optional(digits(14)),
  affiliation_email: z.optional(short),
  job_title: z.optional(short),
  job_title_etc: z.optional(line),
  job_rank: z.optional(short),
  recommender_mbr_no: z.optional(short),
  relationship: z.optional(short),
  relationship_etc: z.optional(line),
  family_job: z.optional(short),
  family_job_etc: z.optional(line),
  emp_no: z.optional(short),
  ...wishes,
})
export type JoinProfile = z.infer<typeof JoinProfile>

const common = {
  ...visitName,
  name: line,
  /** Sealed: base64 of the RSA ciphertext. */
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
  login_id: z.string().check(z.minLength(1), z.maxLength(256)),
  nickname: line,
  belong_sk: z.boolean(),
  email_alarm: z.boolean(),
  sms_alarm: z.boolean(),
  is_under_age: z.literal(false),
  gender: short,
  /** yyyyMMdd. Group members: the year and 0000. */
  birthdate: z.string().check(z.regex(/^\d{8}$/)),
  mbr_no: short,
  amr: z.enum(['SMS', 'NONE']),
  skip_services: z.boolean(),
  display_method: z.literal('web'),
  /** Absent for group members, and after a reload, which loses the proof: the server then looks for the proof itself. */
  credential: z.optional(z.strictObject({ auth_code: short, amr: z.literal('SMS') })),
  consents: z.array(short).check(z.maxLength(50)),
  profile: z.optional(JoinProfile),
}

/** POST /v1/verify/join: the sign-up privacy payload, first form. */
export const VerifyJoin = z.strictObject({ ...common, matcher_type: z.enum(['JOIN', 'CONVERSION_JOIN']) })
export type VerifyJoin = z.infer<typeof VerifyJoin>

/** POST /v1/profile/sign-up: the second form, of an invited member. */
export const SignUpPayload = z.strictObject({
  ...common,
  matcher_type: z.literal('SIGN_UP'),
  nation_tel_no: digits(4),
  phone_number: digits(20),
  emp_no: short,
  national: short,
})
export type SignUpPayload = z.infer<typeof SignUpPayload>

/** The answer to both forms: the state of the membership, and the location or the pending step. */
export const JoinResult = z.extend(Progress, { join_status: z.enum(JOIN_STATUSES), location: z.optional(text) })
export type JoinResult = z.infer<typeof JoinResult>

/** The part `payload` of POST /v1/matcher/student/resolve, as JSON text beside the file. */
export const StudentProfile = z.strictObject({ ...student, ...wishes, nickname: z.optional(line) })
export type StudentProfile = z.infer<typeof StudentProfile>
