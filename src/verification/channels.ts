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

/**
 * `mobile`: a phone that only the server knows. `refresh` is null where the time of a code cannot be extended.
 * `bySms`: the browser may read the code from the SMS (WebOTP).
 */
export const channels = {
  sms: { issue: issueSms, reissue: reissueSms, refresh: refreshSms, verify: verifySms, bySms: true },
  mobile: { issue: issueSms, reissue: reissueSms, refresh: refreshSms, verify: verifyMobile, bySms: true },
  email: { issue: issueEmail, reissue: reissueEmail, refresh: null, verify: verifyEmail, bySms: false },
}
export type Channel = keyof typeof channels
