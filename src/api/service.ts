// Spec §7, service API: one-time codes and terms links.
import * as codes from '../../contract/calls/authenticator.ts'
import * as lists from '../../contract/calls/lists.ts'
import type { TermsLanguage } from '../../contract/codes.ts'
import type { IssueEmail, IssueSms, Person } from '../../contract/shapes/service.ts'
import { call } from './http.ts'

// The `token` of each call is the step's auth_token.
const verify =
  (row: typeof codes.verifySms | typeof codes.verifyMobile | typeof codes.verifyEmail) =>
  (verify_code: string, token: string, signal?: AbortSignal, person?: Person) =>
    call(row, { body: { verify_code, ...person }, token, signal })

/** Of a call that sends a code. A second one would end the first, which may be on its way, and count towards the limits. */
const sends = { unavailable: true, offer: 'codeSent' } as const

/** Sends a code. In two-factor mode the server knows the phone, and the body has what the step adds. */
export const issueSms = (body: IssueSms, token: string, signal?: AbortSignal) =>
  call(codes.issueSms, { body, token, signal, ...sends })
export const reissueSms = (token: string, signal?: AbortSignal) =>
  call(codes.reissueSms, { body: {}, token, signal, ...sends })
/** Extends the lifetime of the sent code. */
export const refreshSms = (token: string, signal?: AbortSignal) =>
  call(codes.refreshSms, { body: {}, token, signal, unavailable: true })
export const verifySms = verify(codes.verifySms)
/** As `verifySms`, for a phone that only the server knows. */
export const verifyMobile = verify(codes.verifyMobile)

/** As `issueSms`, to an e-mail address; the body is empty where the server knows it. */
export const issueEmail = (body: IssueEmail, token: string, signal?: AbortSignal) =>
  call(codes.issueEmail, { body, token, signal, ...sends })
/** Where the backend offers it (`extendable`). */
export const refreshEmail = (token: string, signal?: AbortSignal) =>
  call(codes.refreshEmail, { body: {}, token, signal, unavailable: true })
export const reissueEmail = (token: string, signal?: AbortSignal) =>
  call(codes.reissueEmail, { body: {}, token, signal, ...sends })
export const verifyEmail = verify(codes.verifyEmail)

/** The terms of the platform (`suni`) or of a service, by its rp_id. A failure is shown as missing links. */
export const termsLinks = (rp_id: string, language: TermsLanguage, signal?: AbortSignal) =>
  call(lists.termsLinks, { values: { rp_id }, query: { origin: 'true', language }, signal, quiet: true })

export const codesOf = (group: string, signal?: AbortSignal) =>
  call(lists.codesOf, { values: { group }, signal, quiet: true })

/** A code and its children, such as the jobs of a group. The field shows a failure with a retry. */
export const codeWithChildren = (id: string, signal?: AbortSignal) =>
  call(lists.codeWithChildren, { values: { id }, signal, quiet: true })

/** Whether addresses of this domain may join. A failure counts as yes, because the server checks it again at the join. */
export const domainVerified = (domain: string) => call(lists.domainVerified, { query: { domain }, quiet: true })
