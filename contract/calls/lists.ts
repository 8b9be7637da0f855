// Contract, "Service API": terms links and code lists, which belong to no visit.
import * as z from 'zod/mini'
import { TERMS_LANGUAGES } from '../codes.ts'
import { Codes, CodeWithChildren, DomainVerified, TermsLinks } from '../shapes/service.ts'
import type { Row } from '../row.ts'

export const termsLinks = {
  backend: 'service',
  method: 'GET',
  path: '/common/terms/v1/rps/{rp_id}',
  visit: 'none',
  answer: TermsLinks,
  summary: 'Links to the terms of the platform (`suni`) or of a service',
  values: { rp_id: z.string().check(z.maxLength(512)) },
  query: z.strictObject({
    origin: z._default(z.literal('true'), 'true'),
    language: z._default(z.enum(TERMS_LANGUAGES), 'KR'),
  }),
  refusals: ['notFound'],
} as const satisfies Row

export const codesOf = {
  backend: 'service',
  method: 'GET',
  path: '/public/member/v1/codegroups/{group}/codes',
  visit: 'none',
  answer: Codes,
  summary: 'The codes of a group',
  values: { group: z.string().check(z.maxLength(512)) },
  refusals: ['notFound'],
} as const satisfies Row

export const codeWithChildren = {
  backend: 'service',
  method: 'GET',
  path: '/public/member/v1/codes/{id}',
  visit: 'none',
  answer: CodeWithChildren,
  summary: 'One code, and what lies below it',
  values: { id: z.string().check(z.maxLength(512)) },
  refusals: ['notFound'],
} as const satisfies Row

export const domainVerified = {
  backend: 'service',
  method: 'GET',
  path: '/public/member/v1/codegroups/DENIED_DOMAIN/verified',
  visit: 'none',
  answer: DomainVerified,
  summary: 'Whether addresses of a domain may join',
  query: z.strictObject({ domain: z.string().check(z.minLength(1), z.maxLength(253)) }),
  refusals: [],
} as const satisfies Row
