// Contract, "Auth API": signing in, and the steps that are pending then.
import * as z from 'zod/mini'
import {
  ChangePassword,
  Progress,
  ResolveMatcher,
  ResolveUser,
  SessionCheck,
  VerifyPwd,
  VerifySso,
} from '../shapes/auth.ts'
import { Transaction, UserInfo } from '../shapes/welcome.ts'
import { PASSWORD, STANDING } from '../refusals.ts'
import type { Row } from '../row.ts'

export const initSession = {
  backend: 'auth',
  method: 'GET',
  path: '/v1/init/session',
  visit: 'payload',
  answer: SessionCheck,
  pending: true,
  summary: 'Checks a session that stands already: where it leads, or the step that is pending',
  query: Transaction,
  refusals: ['groupAccount', 'notOfGroup', 'forbidden', ...STANDING],
} as const satisfies Row

export const verifyPwd = {
  backend: 'auth',
  method: 'POST',
  path: '/v1/verify/pwd',
  visit: 'payload',
  answer: Progress,
  pending: true,
  summary: 'Signs in with a password',
  body: VerifyPwd,
  refusals: ['wrongPassword', 'locked', 'lockedAgain', 'userNotFound', ...STANDING, 'anotherStep', 'proofOfWork'],
} as const satisfies Row

export const verifySso = {
  backend: 'auth',
  method: 'POST',
  path: '/v1/verify/sso',
  visit: 'payload',
  answer: Progress,
  pending: true,
  summary: 'Signs in with an account that is signed in in this browser',
  body: VerifySso,
  refusals: [...STANDING, 'notSignedIn'],
} as const satisfies Row

export const deleteSsoSession = {
  backend: 'auth',
  method: 'DELETE',
  path: '/v1/sso-session/{id}',
  visit: 'beside',
  answer: z.undefined(),
  summary: 'Forgets an account that is signed in in this browser',
  values: { id: z.string().check(z.maxLength(512)) },
  status: 204,
  refusals: ['notFound'],
} as const satisfies Row

export const resolveMatcher = {
  backend: 'auth',
  method: 'POST',
  path: '/v1/matcher/resolve',
  visit: 'beside',
  answer: Progress,
  pending: true,
  summary: 'Does what a pending step asks for',
  body: ResolveMatcher,
  refusals: ['noMatch', 'passkeyFailed', ...STANDING, 'anotherStep'],
} as const satisfies Row

export const resolveUser = {
  backend: 'auth',
  method: 'POST',
  path: '/v1/resolve/user',
  visit: 'beside',
  answer: Progress,
  pending: true,
  summary: 'Sends the profile fields that a service asks for',
  body: ResolveUser,
  refusals: ['anotherStep'],
} as const satisfies Row

export const changePassword = {
  backend: 'auth',
  method: 'PUT',
  path: '/v1/profile/change/password',
  visit: 'beside',
  answer: Progress,
  pending: true,
  summary: 'Changes the password that a pending step asks for',
  body: ChangePassword,
  refusals: ['wrongPassword', ...PASSWORD, 'anotherStep'],
} as const satisfies Row

export const userInfo = {
  backend: 'auth',
  method: 'GET',
  path: '/v1/profile/users',
  visit: 'beside',
  answer: UserInfo,
  summary: 'The member behind the pending step',
  refusals: ['notSignedIn'],
} as const satisfies Row
