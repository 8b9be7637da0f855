// Spec §3, identify info.
import { persisted } from './persisted'
import type { IdentifyState } from './shapes'

const empty: IdentifyState = {
  fullName: '',
  login_id: '',
  mobileNumber: '',
  mobileVerified: false,
  myEmails: [],
  selectedEmail: '',
}

export const useIdentify = persisted('identify', empty)
