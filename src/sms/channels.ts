// Spec §7, how a code travels: the calls of each way.
import {
  issueEmail,
  issueSms,
  refreshSms,
  reissueEmail,
  reissueSms,
  verifyEmail,
  verifyMobile,
  verifySms,
} from '../api/service'

/** `mobile`: a phone that only the server knows. An e-mail's time cannot be extended. */
export const channels = {
  sms: { issue: issueSms, reissue: reissueSms, refresh: refreshSms, verify: verifySms },
  mobile: { issue: issueSms, reissue: reissueSms, refresh: refreshSms, verify: verifyMobile },
  email: { issue: issueEmail, reissue: reissueEmail, refresh: null, verify: verifyEmail },
}
export type Channel = keyof typeof channels
