// Spec §3, user info held in the client during sign-up.
import { persisted } from './persisted'
import type { SignUpState } from './shapes'
import { tokenIn } from './token'

export const emptySignUp: SignUpState = {
  memberTypeCode: null,
  isSkFamily: false,
  member_kind: '',
  matcher_type: '',
  isGroupConversion: false,
  fixed: [],
  consentedTerms: [],
  isEmailDelivery: false,
  isSmsDelivery: false,
  login_id: '',
  auth_token: '',
  auth_for: '',
  auth_at: 0,
  emailVerified: false,
  password: '',
  nickName: '',
  fullName: '',
  birthday: '',
  gender: '',
  nationalCode: '',
  nationTelNo: '82',
  mobileNumber: '',
  mobileVerified: false,
  amr: '',
  empNo: '',
  affiliationCode: '',
  affiliationName: '',
  affiliationPhone: '',
  affiliationEmail: '',
  jobTitle: '',
  jobTitleEtc: '',
  jobRank: '',
  recommenderMbrNo: '',
  relationship: '',
  relationshipEtc: '',
  familyJob: '',
  familyJobEtc: '',
  schoolCourse: '',
  schoolStatus: '',
  majors: [],
  doubleMajors: [],
  completeSemester: '',
  letter_ticket: '',
  letter_sent: false,
  memberJobInfo: { current_job_group: '', current_job: '', hope_job_group: '', hope_job: '' },
  interestInfo: { interest_category: '', interest_field: '' },
  serviceTerms: [],
  skipServices: false,
  isApplyService: false,
  join_status: null,
  location: '',
  auth_code: '',
  letter: null,
  refused: null,
}

/** No storage holds the proof of the phone, a file, or an error that was shown already. */
export const useSignUp = persisted(
  'signUp',
  emptySignUp,
  ({ auth_code: _code, letter: _letter, refused: _refused, ...kept }) => kept,
)
export const saveSignUp = (patch: Partial<SignUpState>): void => useSignUp.setState(patch)

/** As it stands now, outside of what renders. */
export const readSignUp = (): SignUpState => useSignUp.getState()

/** By the beginning of a join: the visit, which of the two joins, and the login id. */
export const joinToken = tokenIn(useSignUp)
