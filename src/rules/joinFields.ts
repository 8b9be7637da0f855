// Spec §7, sign-up privacy payload: the form field behind each wire field that a server can refuse, and the text there.
import type { JoinProfile, SignUpPayload } from '../wire/join'
import { PROFILE_FIELDS, type ProfileField } from './jobInfo'
import type { MessageKey } from './messages'

/** A field of the privacy page by its name in Spec §3. */
export type RefusedField = { field: string; text: MessageKey }

type WireField = Exclude<keyof SignUpPayload | keyof JoinProfile, ProfileField>
const at = (field: string, text: MessageKey = 'field.refused'): RefusedField => ({ field, text })

const fields: Partial<Record<WireField, RefusedField>> = {
  login_id: at('login_id', 'join.loginIdDenied'),
  password: at('password', 'refused.newPassword'),
  nickname: at('nickName', 'join.nicknameTaken'),
  name: at('fullName'),
  birthdate: at('birthday'),
  gender: at('gender'),
  national: at('nationalCode'),
  national_code: at('nationalCode'),
  nation_tel_no: at('mobileNumber', 'field.mobileFormat'),
  phone_number: at('mobileNumber', 'field.mobileFormat'),
  emp_no: at('empNo'),
  member_type_code: at('memberTypeCode'),
  affiliation_code: at('affiliationCode'),
  affiliation_name: at('affiliationName'),
  affiliation_phone: at('affiliationPhone'),
  affiliation_email: at('affiliationEmail'),
  job_title: at('jobTitle'),
  job_title_etc: at('jobTitleEtc'),
  job_rank: at('jobRank'),
  recommender_mbr_no: at('recommenderMbrNo', 'field.recommenderUnknown'),
  relationship: at('relationship'),
  relationship_etc: at('relationshipEtc'),
  family_job: at('familyJob'),
  family_job_etc: at('familyJobEtc'),
  school_course: at('schoolCourse'),
  school_status: at('schoolStatus'),
  majors: at('majors'),
  double_majors: at('majors'),
  complete_semester: at('completeSemester'),
}

/** The field of the privacy page, or undefined. */
export const privacyField = (wire = ''): RefusedField | undefined =>
  Object.hasOwn(fields, wire) ? fields[wire as WireField] : undefined

/** The field of the service page, which has the same name as on the wire. */
export const serviceField = (wire = ''): ProfileField | undefined => PROFILE_FIELDS.find((field) => field === wire)
