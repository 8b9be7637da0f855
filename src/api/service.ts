// Spec §7, service API: one-time codes and terms links.
import type { Answer } from '../wire/answer'
import type { TermsLanguage } from '../wire/codes'
import { Codes, DomainVerified, Expiry, type IssueEmail, type IssueSms, Proof, TermsLinks } from '../wire/service'
import { call } from './http'

const authenticator = '/authenticator/v1'

/** Sends a code. In two-factor mode the server knows the phone and the body is empty. */
export const issueSms = (body: IssueSms, token: string, signal?: AbortSignal): Promise<Answer<Expiry>> =>
  call('service', { method: 'POST', path: `${authenticator}/issue/sms`, body, token, signal, shape: Expiry })

export const reissueSms = (token: string, signal?: AbortSignal): Promise<Answer<Expiry>> =>
  call('service', { method: 'POST', path: `${authenticator}/reissue/sms`, body: {}, token, signal, shape: Expiry })

export const refreshSms = (token: string, signal?: AbortSignal): Promise<Answer<Expiry>> =>
  call('service', { method: 'POST', path: `${authenticator}/refresh/sms`, body: {}, token, signal, shape: Expiry })

export const verifySms = (verify_code: string, token: string, signal?: AbortSignal): Promise<Answer<Proof>> =>
  call('service', {
    method: 'POST',
    path: `${authenticator}/verify/sms`,
    body: { verify_code },
    token,
    signal,
    shape: Proof,
  })

/** As `verifySms`, for a phone that only the server knows. */
export const verifyMobile = (verify_code: string, token: string, signal?: AbortSignal): Promise<Answer<Proof>> =>
  call('service', {
    method: 'POST',
    path: `${authenticator}/verify/mobile`,
    body: { verify_code },
    token,
    signal,
    shape: Proof,
  })

/** As `issueSms`, to an e-mail address; the body is empty where the server knows it. */
export const issueEmail = (body: IssueEmail, token: string, signal?: AbortSignal): Promise<Answer<Expiry>> =>
  call('service', { method: 'POST', path: `${authenticator}/issue/email`, body, token, signal, shape: Expiry })

export const reissueEmail = (token: string, signal?: AbortSignal): Promise<Answer<Expiry>> =>
  call('service', { method: 'POST', path: `${authenticator}/reissue/email`, body: {}, token, signal, shape: Expiry })

export const verifyEmail = (verify_code: string, token: string, signal?: AbortSignal): Promise<Answer<Proof>> =>
  call('service', {
    method: 'POST',
    path: `${authenticator}/verify/email`,
    body: { verify_code },
    token,
    signal,
    shape: Proof,
  })

/** The terms of the platform (`suni`) or of a service, by its rp_id. A failure is shown as missing links. */
export const termsLinks = (rp: string, language: TermsLanguage, signal?: AbortSignal): Promise<Answer<TermsLinks>> =>
  call('service', {
    method: 'GET',
    path: `/common/terms/v1/rps/${encodeURIComponent(rp)}`,
    query: { origin: 'true', language },
    shape: TermsLinks,
    signal,
    quiet: true,
  })

export const codesOf = (group: string): Promise<Answer<Codes>> =>
  call('service', {
    method: 'GET',
    path: `/public/member/v1/codegroups/${encodeURIComponent(group)}/codes`,
    shape: Codes,
    quiet: true,
  })

/** Whether addresses of this domain may join. A failure counts as yes: the server decides again at the join. */
export const domainVerified = (domain: string): Promise<Answer<DomainVerified>> =>
  call('service', {
    method: 'GET',
    path: '/public/member/v1/codegroups/DENIED_DOMAIN/verified',
    query: { domain },
    shape: DomainVerified,
    quiet: true,
  })
