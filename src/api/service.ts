// Spec §7, service API: one-time codes and terms links.
import type { ZodMiniType } from 'zod/mini'
import type { Answer } from '../wire/answer.ts'
import type { TermsLanguage } from '../wire/codes.ts'
import {
  Codes,
  CodeWithChildren,
  DomainVerified,
  Expiry,
  type IssueEmail,
  type IssueSms,
  type Person,
  Proof,
  TermsLinks,
} from '../wire/service.ts'
import { call } from './http.ts'

type Sent = Promise<Answer<Expiry>>
type Verify = (verify_code: string, token: string, signal?: AbortSignal, person?: Person) => Promise<Answer<Proof>>

/** A call of the authenticator: `token` is the step's auth_token. */
const ask = <T>(path: string, body: object, token: string, signal: AbortSignal | undefined, shape: ZodMiniType<T>) =>
  call('service', { method: 'POST', path: `/authenticator/v1/${path}`, body, token, signal, shape })

/** Gives a code or more time for it. */
const give = (path: string, body: object, token: string, signal?: AbortSignal, offer?: 'codeSent'): Sent =>
  call('service', {
    method: 'POST',
    path: `/authenticator/v1/${path}`,
    body,
    token,
    signal,
    shape: Expiry,
    unavailable: true,
    ...(offer && { offer }),
  })

/** Sends a code. A second one would end the first, which may be on its way, and count towards the limits. */
const send = (path: string, body: object, token: string, signal?: AbortSignal): Sent =>
  give(path, body, token, signal, 'codeSent')

const verify =
  (channel: 'sms' | 'mobile' | 'email'): Verify =>
  (verify_code, token, signal, person) =>
    ask(`verify/${channel}`, { verify_code, ...person }, token, signal, Proof)

/** Sends a code. In two-factor mode the server knows the phone, and the body has what the step adds. */
export const issueSms = (body: IssueSms, token: string, signal?: AbortSignal): Sent =>
  send('issue/sms', body, token, signal)
export const reissueSms = (token: string, signal?: AbortSignal): Sent => send('reissue/sms', {}, token, signal)
/** Extends the lifetime of the sent code. */
export const refreshSms = (token: string, signal?: AbortSignal): Sent => give('refresh/sms', {}, token, signal)
export const verifySms = verify('sms')
/** As `verifySms`, for a phone that only the server knows. */
export const verifyMobile = verify('mobile')

/** As `issueSms`, to an e-mail address; the body is empty where the server knows it. */
export const issueEmail = (body: IssueEmail, token: string, signal?: AbortSignal): Sent =>
  send('issue/email', body, token, signal)
/** Where the backend offers it (`extendable`). */
export const refreshEmail = (token: string, signal?: AbortSignal): Sent => give('refresh/email', {}, token, signal)
export const reissueEmail = (token: string, signal?: AbortSignal): Sent => send('reissue/email', {}, token, signal)
export const verifyEmail = verify('email')

/** The terms of the platform (`suni`) or of a service, by its rp_id. A failure is shown as missing links. */
export const termsLinks = (rp: string, language: TermsLanguage, signal?: AbortSignal): Promise<Answer<TermsLinks>> =>
  call('service', {
    method: 'GET',
    path: `/common/terms/v1/rps/${encodeURIComponent(rp)}`,
    template: '/common/terms/v1/rps/{id}',
    query: { origin: 'true', language },
    shape: TermsLinks,
    signal,
    quiet: true,
  })

export const codesOf = (group: string, signal?: AbortSignal): Promise<Answer<Codes>> =>
  call('service', {
    method: 'GET',
    path: `/public/member/v1/codegroups/${encodeURIComponent(group)}/codes`,
    template: '/public/member/v1/codegroups/{group}/codes',
    shape: Codes,
    signal,
    quiet: true,
  })

/** A code and its children, such as the jobs of a group. The field shows a failure with a retry. */
export const codeWithChildren = (id: string, signal?: AbortSignal): Promise<Answer<CodeWithChildren>> =>
  call('service', {
    method: 'GET',
    path: `/public/member/v1/codes/${encodeURIComponent(id)}`,
    template: '/public/member/v1/codes/{id}',
    shape: CodeWithChildren,
    signal,
    quiet: true,
  })

/** Whether addresses of this domain may join. A failure counts as yes, because the server checks it again at the join. */
export const domainVerified = (domain: string): Promise<Answer<DomainVerified>> =>
  call('service', {
    method: 'GET',
    path: '/public/member/v1/codegroups/DENIED_DOMAIN/verified',
    query: { domain },
    shape: DomainVerified,
    quiet: true,
  })
