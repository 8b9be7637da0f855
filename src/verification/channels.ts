// Spec §7, how a code travels: the calls of each way.
import {
  issueEmail,
  issueSms,
  refreshEmail,
  refreshSms,
  reissueEmail,
  reissueSms,
  verifyEmail,
  verifyMobile,
  verifySms,
} from '../api/service.ts'

/**
 * `mobile`: a phone that only the server knows. `extends`: the time of a code can always be extended, and not only where an answer says so.
 * `bySms`: the browser may read the code from the SMS (WebOTP).
 */
export const channels = {
  sms: { issue: issueSms, reissue: reissueSms, refresh: refreshSms, verify: verifySms, bySms: true, extends: true },
  mobile: {
    issue: issueSms,
    reissue: reissueSms,
    refresh: refreshSms,
    verify: verifyMobile,
    bySms: true,
    extends: true,
  },
  email: {
    issue: issueEmail,
    reissue: reissueEmail,
    refresh: refreshEmail,
    verify: verifyEmail,
    bySms: false,
    extends: false,
  },
}
export type Channel = keyof typeof channels
