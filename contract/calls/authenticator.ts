// Contract, "Service API": the codes that prove a phone or an address.
import { Expiry, IssueEmail, IssueSms, Nothing, Proof, VerifyCode, VerifySms } from '../shapes/service.ts'
import { CODE } from '../refusals.ts'
import { row } from '../row.ts'

export const issueSms = row('service', 'POST', '/authenticator/v1/issue/sms', 'token', {
  answer: Expiry,
  summary: 'Sends a code to a phone',
  body: IssueSms,
  once: true,
  refusals: ['notSignedIn', 'sendLimit', 'codesUsedUp'],
})

export const reissueSms = row('service', 'POST', '/authenticator/v1/reissue/sms', 'token', {
  answer: Expiry,
  summary: 'Sends another code to the same phone',
  body: Nothing,
  once: true,
  refusals: ['notSignedIn', 'sendLimit', 'codesUsedUp'],
})

export const refreshSms = row('service', 'POST', '/authenticator/v1/refresh/sms', 'token', {
  answer: Expiry,
  summary: 'More time for the code that was sent',
  body: Nothing,
  refusals: ['notSignedIn', 'sendLimit'],
})

export const verifySms = row('service', 'POST', '/authenticator/v1/verify/sms', 'token', {
  answer: Proof,
  summary: 'Checks the code of a phone',
  body: VerifySms,
  refusals: ['notSignedIn', ...CODE],
})

export const issueEmail = row('service', 'POST', '/authenticator/v1/issue/email', 'token', {
  answer: Expiry,
  summary: 'Sends a code to an address',
  body: IssueEmail,
  once: true,
  refusals: ['notSignedIn', 'sendLimit', 'codesUsedUp'],
})

export const reissueEmail = row('service', 'POST', '/authenticator/v1/reissue/email', 'token', {
  answer: Expiry,
  summary: 'Sends another code to the same address',
  body: Nothing,
  once: true,
  refusals: ['notSignedIn', 'sendLimit', 'codesUsedUp'],
})

export const refreshEmail = row('service', 'POST', '/authenticator/v1/refresh/email', 'token', {
  answer: Expiry,
  summary: 'More time for the code, where an answer said `extendable`',
  body: Nothing,
  refusals: ['notSignedIn', 'sendLimit'],
})

export const verifyEmail = row('service', 'POST', '/authenticator/v1/verify/email', 'token', {
  answer: Proof,
  summary: 'Checks the code of an address',
  body: VerifyCode,
  refusals: ['notSignedIn', ...CODE],
})

export const verifyMobile = row('service', 'POST', '/authenticator/v1/verify/mobile', 'token', {
  answer: Proof,
  summary: 'Checks the code of a phone that only the server knows',
  body: VerifyCode,
  refusals: ['notSignedIn', ...CODE],
})
