// Contract, "Auth API": the calls of a join.
import * as z from 'zod/mini'
import { TERMS_LANGUAGES, TERMS_TYPES } from '../codes.ts'
import * as shapes from '../shapes/join.ts'
import { Transaction } from '../shapes/welcome.ts'
import { JOIN, PASSWORD } from '../refusals.ts'
import { row } from '../row.ts'

export const termsOf = row('auth', 'GET', '/v1/terms/{terms_type}', 'beside', {
  answer: shapes.TermsAnswer,
  summary: 'The terms of a type that are still to be agreed to',
  values: { terms_type: z.enum(TERMS_TYPES) },
  query: z.strictObject({ language: z._default(z.enum(TERMS_LANGUAGES), 'KR') }),
  refusals: ['notFound'],
})

export const challengeJoin = row('auth', 'GET', '/v1/challenge/join/{login_id}', 'beside', {
  answer: shapes.ChallengeJoin,
  summary: 'Begins a join with a login id, or looks again once its address was proved',
  values: { login_id: z.string().check(z.minLength(1), z.maxLength(256)) },
  query: z.strictObject({ type: z._default(z.enum(shapes.JOIN_PATHS), 'general') }),
  refusals: ['sameIdentity', 'idTaken', 'groupAccount', 'notOfGroup', 'invalidJoin'],
})

export const validNickname = row('auth', 'GET', '/v1/valid/nickname', 'beside', {
  answer: shapes.ValidNickname,
  summary: 'Whether a nickname is free',
  query: z.strictObject({ nickname: z.string().check(z.minLength(1), z.maxLength(100)) }),
  refusals: [],
})

export const verifyJoin = row('auth', 'POST', '/v1/verify/join', 'beside', {
  answer: shapes.JoinResult,
  summary: 'Joins: the sign-up payload in its first form. The same call again is the same success',
  body: shapes.VerifyJoin,
  refusals: [...JOIN, ...PASSWORD, 'child', 'anotherStep'],
})

export const signUpInfo = row('auth', 'GET', '/v1/profile/sign-up', 'payload', {
  answer: shapes.SignUpInfo,
  summary: 'What an invitation knows',
  query: Transaction,
  refusals: ['invalidJoin'],
})

export const signUp = row('auth', 'POST', '/v1/profile/sign-up', 'beside', {
  answer: shapes.JoinResult,
  summary: 'Accepts an invitation: the sign-up payload in its second form. The same call again is the same success',
  body: shapes.SignUpPayload,
  refusals: [...JOIN, ...PASSWORD, 'child', 'anotherStep'],
})
