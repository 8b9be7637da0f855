// Contract, "Auth API": the calls of a join.
import * as z from 'zod/mini'
import { TERMS_LANGUAGES, TERMS_TYPES } from '../codes.ts'
import {
  ChallengeJoin,
  JOIN_PATHS,
  JoinResult,
  SignUpInfo,
  SignUpPayload,
  TermsAnswer,
  ValidNickname,
  VerifyJoin,
} from '../shapes/join.ts'
import { Transaction } from '../shapes/welcome.ts'
import { JOIN, PASSWORD } from '../refusals.ts'
import type { Row } from '../row.ts'

export const termsOf = {
  backend: 'auth',
  method: 'GET',
  path: '/v1/terms/{terms_type}',
  visit: 'beside',
  answer: TermsAnswer,
  summary: 'The terms of a type that are still to be agreed to',
  values: { terms_type: z.enum(TERMS_TYPES) },
  query: z.strictObject({ language: z._default(z.enum(TERMS_LANGUAGES), 'KR') }),
  refusals: ['notFound'],
} as const satisfies Row

export const challengeJoin = {
  backend: 'auth',
  method: 'GET',
  path: '/v1/challenge/join/{login_id}',
  visit: 'beside',
  answer: ChallengeJoin,
  summary: 'Begins a join with a login id, or looks again once its address was proved',
  values: { login_id: z.string().check(z.minLength(1), z.maxLength(256)) },
  query: z.strictObject({ type: z._default(z.enum(JOIN_PATHS), 'general') }),
  refusals: ['sameIdentity', 'idTaken', 'groupAccount', 'notOfGroup', 'invalidJoin'],
} as const satisfies Row

export const validNickname = {
  backend: 'auth',
  method: 'GET',
  path: '/v1/valid/nickname',
  visit: 'beside',
  answer: ValidNickname,
  summary: 'Whether a nickname is free',
  query: z.strictObject({ nickname: z.string().check(z.minLength(1), z.maxLength(100)) }),
  refusals: [],
} as const satisfies Row

export const verifyJoin = {
  backend: 'auth',
  method: 'POST',
  path: '/v1/verify/join',
  visit: 'beside',
  answer: JoinResult,
  summary: 'Joins: the sign-up payload in its first form. The same call again is the same success',
  body: VerifyJoin,
  refusals: [...JOIN, ...PASSWORD, 'child', 'anotherStep'],
} as const satisfies Row

export const signUpInfo = {
  backend: 'auth',
  method: 'GET',
  path: '/v1/profile/sign-up',
  visit: 'payload',
  answer: SignUpInfo,
  summary: 'What an invitation knows',
  query: Transaction,
  refusals: ['invalidJoin'],
} as const satisfies Row

export const signUp = {
  backend: 'auth',
  method: 'POST',
  path: '/v1/profile/sign-up',
  visit: 'beside',
  answer: JoinResult,
  summary: 'Accepts an invitation: the sign-up payload in its second form. The same call again is the same success',
  body: SignUpPayload,
  refusals: [...JOIN, ...PASSWORD, 'child', 'anotherStep'],
} as const satisfies Row
