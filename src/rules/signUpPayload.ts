// Spec §7, sign-up privacy payload: both forms, from the data of the pages.
import type { JoinProfile, SignUpPayload, StudentProfile, VerifyJoin } from '../wire/join'
import type { MemberType } from './facts'
import { filledMajors, type MajorEntry } from './majors'
import { joinMatcherType } from './member'
import { codeOf, isOther } from './codes'
import { cleanEmail } from './email'
import { isJobInfoValid, type InterestInfo, type JobInfo } from './jobInfo'
import { cleanNickname } from './nickname'
import { cleanMemberNumber } from './recommender'
import { cleanText, onlyDigits } from './textFields'

/** The data of a join, by the names of Spec §3. `password` is sealed. */
export type Collected = {
  memberTypeCode: MemberType | null
  isSkFamily: boolean
  matcher_type: string
  isGroupConversion: boolean
  login_id: string
  password: string
  nickName: string
  fullName: string
  birthday: string
  gender: string
  nationalCode: string
  nationTelNo: string
  mobileNumber: string
  auth_code: string
  empNo: string
  consentedTerms: readonly string[]
  isEmailDelivery: boolean
  isSmsDelivery: boolean
  affiliationCode: string
  affiliationName: string
  affiliationPhone: string
  affiliationEmail: string
  jobTitle: string
  jobTitleEtc: string
  jobRank: string
  recommenderMbrNo: string
  relationship: string
  relationshipEtc: string
  familyJob: string
  familyJobEtc: string
  schoolCourse: string
  schoolStatus: string
  majors: readonly MajorEntry[]
  doubleMajors: readonly MajorEntry[]
  completeSemester: string
  memberJobInfo: JobInfo
  interestInfo: InterestInfo
  serviceTerms: readonly string[]
  skipServices: boolean
}

/** Digits only. For a group member the year, followed by 0000. */
export const birthdateOf = ({ birthday, isSkFamily }: Pick<Collected, 'birthday' | 'isSkFamily'>): string =>
  isSkFamily ? `${onlyDigits(birthday).slice(0, 4)}0000` : onlyDigits(birthday)

const other = (choice: string, text: string): string => (isOther(choice) ? cleanText(text) : '')
const wireMajors = (majors: readonly MajorEntry[]) =>
  filledMajors(majors).map(({ majorCode, majorName }) => ({ major_code: majorCode, major_name: majorName }))

const affiliation = (c: Collected): JoinProfile => ({
  affiliation_code: codeOf(c.affiliationCode),
  affiliation_name: other(c.affiliationCode, c.affiliationName),
})
const job = (c: Collected): JoinProfile => ({
  job_title: codeOf(c.jobTitle),
  job_title_etc: other(c.jobTitle, c.jobTitleEtc),
  job_rank: codeOf(c.jobRank),
})

/** The privacy page's fields of each type. Fields typed for another type are left out. */
const byType: Record<MemberType, (c: Collected) => JoinProfile> = {
  BSNS: (c) => ({
    ...affiliation(c),
    affiliation_phone: onlyDigits(c.affiliationPhone),
    affiliation_email: cleanEmail(c.affiliationEmail),
    ...job(c),
  }),
  SOCIAL: (c) => ({ ...affiliation(c), ...job(c) }),
  FAMILY: (c) => ({
    recommender_mbr_no: cleanMemberNumber(c.recommenderMbrNo),
    relationship: codeOf(c.relationship),
    relationship_etc: other(c.relationship, c.relationshipEtc),
    family_job: codeOf(c.familyJob),
    family_job_etc: other(c.familyJob, c.familyJobEtc),
  }),
  STUDENT: (c) => ({
    ...affiliation(c),
    school_course: codeOf(c.schoolCourse),
    school_status: codeOf(c.schoolStatus),
    majors: wireMajors(c.majors),
    double_majors: wireMajors(c.doubleMajors),
    complete_semester: c.completeSemester,
  }),
}

/** The service page's fields: all four jobs or none, a category with its field or none. */
function wishes({ skipServices, memberJobInfo, interestInfo }: Collected): JoinProfile {
  if (skipServices) return {}
  const { interest_category, interest_field } = interestInfo
  return {
    ...(isJobInfoValid(memberJobInfo) && memberJobInfo),
    ...(interest_category !== '' && interest_field !== '' && { interest_category, interest_field }),
  }
}

const isGiven = (value: unknown) => value !== '' && value !== undefined && !(Array.isArray(value) && value.length === 0)

/** Drops empty values. */
const given = (profile: JoinProfile): JoinProfile =>
  Object.fromEntries(Object.entries(profile).filter(([, value]) => isGiven(value)))

/** For a group member both forms send the company only: no type, no nationality. */
const profileOf = (c: Collected): JoinProfile =>
  given({
    ...(c.isSkFamily
      ? affiliation(c)
      : { ...(c.memberTypeCode && { member_type_code: c.memberTypeCode, ...byType[c.memberTypeCode](c) }) }),
    ...wishes(c),
  })

/** Answers to the general pages only: a group member may have given them before changing the path. */
const asked = (c: Collected, answer: string): string => (c.isSkFamily ? '' : answer)

const common = (c: Collected) => ({
  name: cleanText(c.fullName),
  password: c.password,
  login_id: cleanEmail(c.login_id),
  nickname: cleanNickname(c.nickName),
  belong_sk: c.isSkFamily,
  email_alarm: c.isEmailDelivery,
  sms_alarm: c.isSmsDelivery,
  is_under_age: false as const,
  gender: asked(c, c.gender),
  birthdate: birthdateOf(c),
  // No call tells it: only members have a number.
  mbr_no: '',
  amr: c.isSkFamily ? ('NONE' as const) : ('SMS' as const),
  skip_services: c.skipServices,
  display_method: 'web' as const,
  ...(!c.isSkFamily && c.auth_code !== '' && { credential: { auth_code: c.auth_code, amr: 'SMS' as const } }),
  consents: [...c.consentedTerms, ...(c.skipServices ? [] : c.serviceTerms)],
})

/** The first form: a join, or a conversion of a group account. */
export function joinPayload(c: Collected): VerifyJoin {
  const { isSkFamily, nationalCode, empNo } = c
  const more = given(isSkFamily ? { emp_no: cleanText(empNo) } : { national_code: codeOf(nationalCode) })
  return {
    ...common(c),
    matcher_type: joinMatcherType(c.matcher_type, c.isGroupConversion),
    profile: { ...profileOf(c), ...more },
  }
}

/** The second form: an invited person. */
export const invitedPayload = (c: Collected): SignUpPayload => ({
  ...common(c),
  matcher_type: 'SIGN_UP',
  nation_tel_no: onlyDigits(c.nationTelNo),
  phone_number: asked(c, onlyDigits(c.mobileNumber)),
  emp_no: cleanText(c.empNo),
  national: codeOf(c.nationalCode),
  profile: profileOf(c),
})

/** The profile that goes with the enrollment letter. */
export const studentProfile = (c: Collected): StudentProfile => given(byType.STUDENT(c))
