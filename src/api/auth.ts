// Spec §7, auth API.
import * as z from 'zod/mini'
import { initPath } from '../rules/visit/initUrl.ts'
import { type Answer, failed, succeeded } from '../wire/answer.ts'
import {
  type ChangePassword,
  InitUrlAnswer,
  type Pending,
  Progress,
  type ResolveMatcher,
  type ResolveUser,
  SessionCheck,
  type VerifyPwd,
  type VerifySso,
} from '../wire/auth.ts'
import { type Transaction, UserInfo } from '../wire/welcome.ts'
import type { Call } from './call.ts'
import { baseOf, call, notifyFailure } from './http.ts'

/**
 * What a step keeps behind its `init_url` is asked for at once, and joins the step as its `authorization_uri`.
 * Only a path of the auth API itself is asked.
 */
async function followInitUrl<T extends object>(asked: Call<T>): Promise<Answer<T>> {
  const answer = await call('auth', asked)
  const step: Pending = answer.ok ? answer.data : {}
  if (!answer.ok || !step.init_url) return answer
  const path = initPath(step.init_url, baseOf('auth'))
  if (!path) return notifyFailure(failed({ reason: 'contract', field: 'init_url' }), asked)
  const query = step.params ?? {}
  const found = await call('auth', { method: 'GET', path, template: 'init_url', query, shape: InitUrlAnswer })
  return found.ok ? succeeded({ ...answer.data, ...found.data }) : found
}

/** Quiet: a notice tells of every failure (Spec §8, session init), and a toast would tell the same cause twice. */
export const initSession = (query: Transaction): Promise<Answer<SessionCheck>> =>
  followInitUrl({ method: 'GET', path: '/v1/init/session', query, shape: SessionCheck, pending: true, quiet: true })

/** A call whose answer is where the browser goes now, or the step that is still pending. */
const progress = (
  method: 'POST' | 'PUT',
  path: `/${string}`,
  body: object,
  more: Pick<Call<Progress>, 'unavailable'> = {},
): Promise<Answer<Progress>> => followInitUrl({ method, path, body, shape: Progress, pending: true, ...more })

/** `password` is sealed. */
export const verifyPwd = (body: VerifyPwd) => progress('POST', '/v1/verify/pwd', body, { unavailable: true })
export const verifySso = (body: VerifySso) => progress('POST', '/v1/verify/sso', body, { unavailable: true })
export const resolveMatcher = (body: ResolveMatcher) => progress('POST', '/v1/matcher/resolve', body)
/** The profile fields that a service asks for. */
export const resolveUser = (body: ResolveUser) => progress('POST', '/v1/resolve/user', body)
/** Both passwords are sealed. */
export const changePassword = (body: ChangePassword) => progress('PUT', '/v1/profile/change/password', body)

export const deleteSsoSession = (id: string): Promise<Answer<undefined>> =>
  call('auth', {
    method: 'DELETE',
    path: `/v1/sso-session/${encodeURIComponent(id)}`,
    template: '/v1/sso-session/{id}',
    shape: z.undefined(),
  })

/** The member behind the pending step. */
export const userInfo = (): Promise<Answer<UserInfo>> =>
  call('auth', { method: 'GET', path: '/v1/profile/users', shape: UserInfo })
