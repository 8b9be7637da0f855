// Contract, "Service API": the codes that prove a phone or an address.
import { Expiry, IssueEmail, IssueSms, Nothing, Proof, VerifyCode, VerifySms } from '../shapes/service.ts'
import { CODE } from '../refusals.ts'
import type { Row } from '../row.ts'

export const issueSms = {
  backend: 'service',
  method: 'POST',
  path: '/authenticator/v1/issue/sms',
  visit: 'token',
  answer: Expiry,
  summary: 'Sends a code to a phone',
  body: IssueSms,
  once: true,
  refusals: ['notSignedIn', 'sendLimit'],
} as const satisfies Row

export const reissueSms = {
  backend: 'service',
  method: 'POST',
  path: '/authenticator/v1/reissue/sms',
  visit: 'token',
  answer: Expiry,
  summary: 'Sends another code to the same phone',
  body: Nothing,
  once: true,
  refusals: ['notSignedIn', 'sendLimit'],
} as const satisfies Row

export const refreshSms = {
  backend: 'service',
  method: 'POST',
  path: '/authenticator/v1/refresh/sms',
  visit: 'token',
  answer: Expiry,
  summary: 'More time for the code that was sent',
  body: Nothing,
  refusals: ['notSignedIn', 'sendLimit'],
} as const satisfies Row

export const verifySms = {
  backend: 'service',
  method: 'POST',
  path: '/authenticator/v1/verify/sms',
  visit: 'token',
  answer: Proof,
  summary: 'Checks the code of a phone',
  body: VerifySms,
  refusals: ['notSignedIn', ...CODE],
} as const satisfies Row

export const issueEmail = {
  backend: 'service',
  method: 'POST',
  path: '/authenticator/v1/issue/email',
  visit: 'token',
  answer: Expiry,
  summary: 'Sends a code to an address',
  body: IssueEmail,
  once: true,
  refusals: ['notSignedIn', 'sendLimit'],
} as const satisfies Row

export const reissueEmail = {
  backend: 'service',
  method: 'POST',
  path: '/authenticator/v1/reissue/email',
  visit: 'token',
  answer: Expiry,
  summary: 'Sends another code to the same address',
  body: Nothing,
  once: true,
  refusals: ['notSignedIn', 'sendLimit'],
} as const satisfies Row

export const refreshEmail = {
  backend: 'service',
  method: 'POST',
  path: '/authenticator/v1/refresh/email',
  visit: 'token',
  answer: Expiry,
  summary: 'More time for the code, where an answer said `extendable`',
  body: Nothing,
  refusals: ['notSignedIn', 'sendLimit'],
} as const satisfies Row

export const verifyEmail = {
  backend: 'service',
  method: 'POST',
  path: '/authenticator/v1/verify/email',
  visit: 'token',
  answer: Proof,
  summary: 'Checks the code of an address',
  body: VerifyCode,
  refusals: ['notSignedIn', ...CODE],
} as const satisfies Row

export const verifyMobile = {
  backend: 'service',
  method: 'POST',
  path: '/authenticator/v1/verify/mobile',
  visit: 'token',
  answer: Proof,
  summary: 'Checks the code of a phone that only the server knows',
  body: VerifyCode,
  refusals: ['notSignedIn', ...CODE],
} as const satisfies Row
