// Contract, "Auth API": signing in, and the steps that are pending then.
import * as z from 'zod/mini'
import * as shapes from '../shapes/auth.ts'
import { Transaction, UserInfo } from '../shapes/welcome.ts'
import { PASSWORD, STANDING } from '../refusals.ts'
import { row } from '../row.ts'

export const initSession = row('auth', 'GET', '/v1/init/session', 'payload', {
  answer: shapes.SessionCheck,
  pending: true,
  summary: 'Checks a session that stands already: where it leads, or the step that is pending',
  query: Transaction,
  refusals: ['groupAccount', 'notOfGroup', 'forbidden', ...STANDING],
})

export const verifyPwd = row('auth', 'POST', '/v1/verify/pwd', 'payload', {
  answer: shapes.Progress,
  pending: true,
  summary: 'Signs in with a password',
  body: shapes.VerifyPwd,
  refusals: ['wrongPassword', 'locked', 'lockedAgain', 'userNotFound', ...STANDING, 'anotherStep', 'proofOfWork'],
})

export const verifySso = row('auth', 'POST', '/v1/verify/sso', 'payload', {
  answer: shapes.Progress,
  pending: true,
  summary: 'Signs in with an account that is signed in in this browser',
  body: shapes.VerifySso,
  refusals: [...STANDING, 'notSignedIn'],
})

export const deleteSsoSession = row('auth', 'DELETE', '/v1/sso-session/{id}', 'beside', {
  answer: z.undefined(),
  summary: 'Forgets an account that is signed in in this browser',
  values: { id: z.string().check(z.maxLength(512)) },
  status: 204,
  refusals: ['notFound'],
})

export const resolveMatcher = row('auth', 'POST', '/v1/matcher/resolve', 'beside', {
  answer: shapes.Progress,
  pending: true,
  summary: 'Does what a pending step asks for',
  body: shapes.ResolveMatcher,
  refusals: ['noMatch', 'passkeyFailed', ...STANDING, 'anotherStep'],
})

export const resolveUser = row('auth', 'POST', '/v1/resolve/user', 'beside', {
  answer: shapes.Progress,
  pending: true,
  summary: 'Sends the profile fields that a service asks for',
  body: shapes.ResolveUser,
  refusals: ['anotherStep'],
})

export const changePassword = row('auth', 'PUT', '/v1/profile/change/password', 'beside', {
  answer: shapes.Progress,
  pending: true,
  summary: 'Changes the password that a pending step asks for',
  body: shapes.ChangePassword,
  refusals: ['wrongPassword', ...PASSWORD, 'anotherStep'],
})

export const userInfo = row('auth', 'GET', '/v1/profile/users', 'beside', {
  answer: UserInfo,
  summary: 'The member behind the pending step',
  refusals: ['notSignedIn'],
})
