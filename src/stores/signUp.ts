// Spec §3, user info held in the client during sign-up.
import { persisted } from './persisted'
import type { SignUpState } from './shapes'

const empty: SignUpState = {
  memberTypeCode: null,
  isSkFamily: false,
  login_id: '',
  password: '',
  nickName: '',
  fullName: '',
  birthday: '',
  mobileNumber: '',
  mobileVerified: false,
  consentedTerms: [],
  isApplyService: false,
  join_status: null,
}

export const useSignUp = persisted('signUp', empty)
