// Spec §3, §5 and §7, the fields of a join: one row each. The initial values, the form's rules, the payloads and the field that a refusal
// marks come from these rows. Which member is asked for a field, and on which screen, is in memberTypes.ts.
import type { JoinProfile, Major, SignUpPayload } from '../../../contract/shapes/join.ts'
import { birthdayProblem, birthYearProblem } from '../fields/birthday.ts'
import { codeOf, isOther, lacksOther } from './codes.ts'
import { cleanEmail, emailProblem } from '../fields/email.ts'
import { PROFILE_FIELDS, type ProfileField } from './jobInfo.ts'
import { filledMajors, type MajorEntry, majorsProblem } from './majors.ts'
import type { MemberKind } from './member.ts'
import type { MessageKey } from '../texts/messages.ts'
import type { phoneProblem } from '../fields/mobileNumber.ts'
import { comparisonProblem, newPasswordProblem } from '../fields/newPassword.ts'
import { cleanNickname, nicknameProblem } from '../fields/nickname.ts'
import type { RefusedField } from '../visit/outcome.ts'
import { recommenderProblem, cleanMemberNumber } from './recommender.ts'
import { cleanText, landlineProblem, nameProblem, onlyDigits } from '../fields/textFields.ts'

/** The values that a rule compares with, and what it must know about the join. */
export type RuleFacts = {
  login_id: string
  password: string
  nationTelNo: string
  mobileNumber: string
  kind: MemberKind
  /** A password is set and sealed, and the member is not changing it. */
  isPasswordSet: boolean
  /** The nickname of a converted account. It stays valid, even if it breaks a rule or is taken. */
  ownNickname: string
  /** The text for a company, organisation or school that is not chosen. */
  affiliationEmpty: MessageKey
  /** The text for the missing name of a company, organisation or school that is not in its list. */
  affiliationNameEmpty: MessageKey
  /** Epoch milliseconds. */
  now: number
  /** Given, because the plans of phone numbers weigh 30 kB, and the first screen of a join knows these fields without their rules. */
  phoneProblem: typeof phoneProblem
}

type ProfileName = Exclude<keyof JoinProfile, ProfileField>
/** `member_type_code` stands in `profile`, and a server may refuse it too. */
type BodyName = keyof SignUpPayload | 'member_type_code'

type Row<Value, Sent> = {
  initial: Value
  /** The message for a wrong value, or null. Without a rule, every value is accepted. */
  problem?: (value: Value, facts: RuleFacts) => MessageKey | null
  /** The choice that opens this field if it is 'other'. Its text is then required (`problem` is the message) and sent, and otherwise dropped. */
  otherOf?: string
  /** The name in `profile` of both payloads, with the value as it is sent. */
  profile?: ProfileName
  send?: (value: Value) => Sent
  /** Further wire names under which a server refuses this field. */
  body?: readonly BodyName[]
  /** The text of that refusal. */
  refused?: MessageKey
  /** The field that shows the refusal, if this field has no input of its own. */
  marks?: string
}
type TextRow = Row<string, string>
type MajorsRow = Row<readonly MajorEntry[], Major[]>

const text = (row: Omit<TextRow, 'initial'> & { initial?: string }): TextRow => ({ initial: '', ...row })
/** A choice from a list. `empty`: the message if nothing is chosen. */
const choice = (profile: ProfileName, empty: MessageKey): TextRow =>
  text({ profile, send: codeOf, problem: (code) => (code === '' ? empty : null) })
/** The text for a choice that is 'other'. `empty`: the message if it is missing, which names the field for the summary of all problems. */
const other = (profile: ProfileName, otherOf: string, empty: (facts: RuleFacts) => MessageKey): TextRow =>
  text({ profile, send: cleanText, otherOf, problem: (_, facts) => empty(facts) })
const majors = (row: Omit<MajorsRow, 'initial' | 'send'>): MajorsRow => ({
  initial: [],
  send: (entries) =>
    filledMajors(entries).map(({ majorCode, majorName }) => ({ major_code: majorCode, major_name: majorName })),
  ...row,
})

/** The fields that the sign-up store keeps, under the same names. */
export const joinFields = {
  login_id: text({ problem: emailProblem, send: cleanEmail, body: ['login_id'], refused: 'join.loginIdDenied' }),
  nickName: text({
    problem: (typed, { ownNickname }) => nicknameProblem(typed, ownNickname),
    send: cleanNickname,
    body: ['nickname'],
    refused: 'join.nicknameTaken',
  }),
  fullName: text({ problem: nameProblem, send: cleanText, body: ['name'] }),
  /** yyyy-MM-dd; for a group member the year only. */
  birthday: text({
    problem: (typed, { kind, now }) => (kind === 'SK' ? birthYearProblem(typed, now) : birthdayProblem(typed, now)),
    send: onlyDigits,
    body: ['birthdate'],
  }),
  gender: text({ problem: (code) => (code === '' ? 'join.genderEmpty' : null), body: ['gender'] }),
  nationalCode: { ...choice('national_code', 'join.nationalEmpty'), initial: 'KR', body: ['national'] },
  nationTelNo: text({
    initial: '82',
    send: onlyDigits,
    body: ['nation_tel_no'],
    refused: 'field.mobileInvalid',
    marks: 'mobileNumber',
  }),
  mobileNumber: text({
    problem: (phone_number, { nationTelNo, phoneProblem }) =>
      phoneProblem({ nation_tel_no: nationTelNo, phone_number }),
    send: onlyDigits,
    body: ['phone_number'],
    refused: 'field.mobileInvalid',
  }),
  affiliationCode: {
    ...choice('affiliation_code', 'join.companyEmpty'),
    problem: (code: string, { affiliationEmpty }: RuleFacts) => (code === '' ? affiliationEmpty : null),
  },
  affiliationName: other('affiliation_name', 'affiliationCode', (facts) => facts.affiliationNameEmpty),
  affiliationPhone: text({
    problem: (typed) => landlineProblem(typed),
    profile: 'affiliation_phone',
    send: onlyDigits,
  }),
  affiliationEmail: text({ problem: emailProblem, profile: 'affiliation_email', send: cleanEmail }),
  jobTitle: choice('job_title', 'join.jobTitleEmpty'),
  jobTitleEtc: other('job_title_etc', 'jobTitle', () => 'join.jobTitleEtcEmpty'),
  jobRank: choice('job_rank', 'join.jobRankEmpty'),
  empNo: text({
    problem: (typed) => (cleanText(typed) === '' ? 'join.empNoEmpty' : null),
    profile: 'emp_no',
    send: cleanText,
  }),
  recommenderMbrNo: text({
    problem: (typed, { mobileNumber }) => recommenderProblem(typed, mobileNumber),
    profile: 'recommender_mbr_no',
    send: cleanMemberNumber,
    refused: 'field.recommenderUnknown',
  }),
  relationship: choice('relationship', 'join.relationshipEmpty'),
  relationshipEtc: other('relationship_etc', 'relationship', () => 'join.relationshipEtcEmpty'),
  familyJob: choice('family_job', 'join.familyJobEmpty'),
  familyJobEtc: other('family_job_etc', 'familyJob', () => 'join.familyJobEtcEmpty'),
  schoolCourse: choice('school_course', 'join.courseEmpty'),
  schoolStatus: choice('school_status', 'join.statusEmpty'),
  majors: majors({
    problem: (entries) => (majorsProblem(entries) ? 'join.majorsEmpty' : null),
    profile: 'majors',
  }),
  doubleMajors: majors({ profile: 'double_majors', marks: 'majors' }),
  completeSemester: { ...choice('complete_semester', 'join.semesterEmpty'), send: (code: string) => code },
} satisfies Record<string, TextRow | MajorsRow>

/** The fields of the form that the store does not keep under these names: the password is sealed, and a type is chosen on a card. */
export const formFields = {
  memberTypeCode: text({ problem: (code) => (code ? null : 'join.typeEmpty'), body: ['member_type_code'] }),
  password: text({
    problem: (typed, { isPasswordSet, login_id, mobileNumber }) => {
      if (isPasswordSet) return null
      return typed === '' ? 'login.enterPassword' : newPasswordProblem(typed, { login_id, phone_number: mobileNumber })
    },
    body: ['password'],
    refused: 'refused.newPassword',
  }),
  passwordComparison: text({
    problem: (typed, { isPasswordSet, password }) => (isPasswordSet ? null : comparisonProblem(password, typed)),
  }),
}

export type JoinField = keyof typeof joinFields
export type FormField = JoinField | keyof typeof formFields
export type JoinValues = { -readonly [Field in JoinField]: (typeof joinFields)[Field]['initial'] }
export type JoinTextField = { [Field in JoinField]: JoinValues[Field] extends string ? Field : never }[JoinField]

const rows: Record<FormField, TextRow | MajorsRow> = { ...joinFields, ...formFields }
export const JOIN_FIELDS = Object.keys(joinFields) as JoinField[]

/** Every field of the store, empty. */
export const emptyValues = Object.fromEntries(
  JOIN_FIELDS.map((field) => [field, joinFields[field].initial]),
) as JoinValues

/** The message for the value of this field, or null. */
export function fieldProblem(field: FormField, values: Record<string, unknown>, facts: RuleFacts): MessageKey | null {
  const row = rows[field]
  const value = values[field]
  if (row.otherOf && !lacksOther(String(values[row.otherOf]), String(value))) return null
  // A row's rule takes the type of the row's own value.
  return row.problem?.(value as never, facts) ?? null
}

/** The value of a text field as it is sent. */
export function sent(values: JoinValues, field: JoinTextField): string {
  const { send, otherOf } = joinFields[field]
  if (otherOf && !isOther(values[otherOf as JoinTextField])) return ''
  return send ? send(values[field]) : values[field]
}

/** These fields under their wire names. Empty values are left out. */
export const profileWith = (values: JoinValues, fields: readonly JoinField[]): JoinProfile =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const { profile } = rows[field]
      const value =
        field === 'majors' || field === 'doubleMajors' ? joinFields[field].send?.(values[field]) : sent(values, field)
      return profile === undefined || !value?.length ? [] : [[profile, value]]
    }),
  )

const refusals = new Map<string, RefusedField>(
  Object.entries(rows).flatMap(([field, { profile, body = [], refused = 'field.refused', marks = field }]) =>
    [...(profile ? [profile] : []), ...body].map((wire) => [wire, { field: marks, text: refused }] as const),
  ),
)

/** The field of the privacy page behind a wire field that a server can refuse, or undefined. */
export const privacyField = (wire = ''): RefusedField | undefined => refusals.get(wire)

/** The field of the service page, which has the same name as on the wire. */
export const serviceField = (wire = ''): ProfileField | undefined => PROFILE_FIELDS.find((field) => field === wire)
