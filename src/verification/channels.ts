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

const smsTexts = {
  to: 'sms.to',
  registered: 'sms.registered',
  sent: 'sms.sent',
  resent: 'sms.resent',
  sentIfAny: 'sms.sentIfAny',
  resentIfAny: 'sms.resentIfAny',
  help: 'sms.help',
  changed: 'sms.changed',
  chosen: 'sms.chosen',
} as const
const emailTexts = {
  to: 'sms.toEmail',
  registered: 'sms.registeredEmail',
  sent: 'sms.sentEmail',
  resent: 'sms.resentEmail',
  sentIfAny: 'sms.sentIfAnyEmail',
  resentIfAny: 'sms.resentIfAnyEmail',
  help: 'sms.helpEmail',
  changed: 'sms.changedEmail',
  chosen: 'sms.chosenEmail',
} as const

/**
 * `mobile`: a phone that only the server knows. `extends`: the time of a code can always be extended, and not only where an answer says so.
 * `bySms`: the browser may read the code from the SMS (WebOTP). `texts`: what the page says about a code of this channel.
 */
export const channels = {
  sms: {
    issue: issueSms,
    reissue: reissueSms,
    refresh: refreshSms,
    verify: verifySms,
    bySms: true,
    extends: true,
    texts: smsTexts,
  },
  mobile: {
    issue: issueSms,
    reissue: reissueSms,
    refresh: refreshSms,
    verify: verifyMobile,
    bySms: true,
    extends: true,
    texts: smsTexts,
  },
  email: {
    issue: issueEmail,
    reissue: reissueEmail,
    refresh: refreshEmail,
    verify: verifyEmail,
    bySms: false,
    extends: false,
    texts: emailTexts,
  },
}
export type Channel = keyof typeof channels
