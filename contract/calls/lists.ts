// Contract, "Service API": terms links and code lists, which belong to no visit.
import * as z from 'zod/mini'
import { TERMS_LANGUAGES } from '../codes.ts'
import { Codes, CodeWithChildren, DomainVerified, TermsLinks } from '../shapes/service.ts'
import { row } from '../row.ts'

export const termsLinks = row('service', 'GET', '/common/terms/v1/rps/{rp_id}', 'none', {
  answer: TermsLinks,
  summary: 'Links to the terms of the platform (`suni`) or of a service',
  values: { rp_id: z.string().check(z.maxLength(512)) },
  query: z.strictObject({
    origin: z._default(z.literal('true'), 'true'),
    language: z._default(z.enum(TERMS_LANGUAGES), 'KR'),
  }),
  refusals: ['notFound'],
})

export const codesOf = row('service', 'GET', '/public/member/v1/codegroups/{group}/codes', 'none', {
  answer: Codes,
  summary: 'The codes of a group',
  values: { group: z.string().check(z.maxLength(512)) },
  refusals: ['notFound'],
})

export const codeWithChildren = row('service', 'GET', '/public/member/v1/codes/{id}', 'none', {
  answer: CodeWithChildren,
  summary: 'One code, and what lies below it',
  values: { id: z.string().check(z.maxLength(512)) },
  refusals: ['notFound'],
})

export const domainVerified = row('service', 'GET', '/public/member/v1/codegroups/DENIED_DOMAIN/verified', 'none', {
  answer: DomainVerified,
  summary: 'Whether addresses of a domain may join',
  query: z.strictObject({ domain: z.string().check(z.minLength(1), z.maxLength(253)) }),
  refusals: [],
})
