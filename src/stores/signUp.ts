// Spec §3, join data. The typed fields, with their initial values, are in join.ts: only the join's pages load them.
import { persisted } from './persisted.ts'
import type { SignUpState } from './shapes.ts'
import { tokenIn } from './token.ts'

export const emptySignUp: SignUpState = {
  memberTypeCode: null,
  kind: 'GEN',
  member_kind: '',
  matcher_type: '',
  isGroupConversion: false,
  fixed: [],
  consentedTerms: [],
  isEmailDelivery: false,
  isSmsDelivery: false,
  auth_token: '',
  auth_for: '',
  auth_at: 0,
  checks_person: false,
  emailVerified: false,
  password: '',
  pendingPassword: '',
  mobileVerified: false,
  amr: '',
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

/** The storage never has the proof of the phone, a file, or an error that was already shown. */
export const useSignUp = persisted(
  'signUp',
  emptySignUp,
  ({ auth_code: _code, letter: _letter, refused: _refused, ...kept }) => kept,
)
export const saveSignUp = (patch: Partial<SignUpState>): void => useSignUp.setState(patch)

/** The current state, for code that does not render. */
export const readSignUp = (): SignUpState => useSignUp.getState()

/** The token of a join. Its purpose names the visit, the join path and the login ID, so that it serves no other join. */
export const joinToken = tokenIn(useSignUp)
