// Spec §7, auth API.
import * as rows from '../../contract/calls/signIn.ts'
import { initPath } from '../rules/visit/initUrl.ts'
import { type Answer, failed, succeeded } from '../../contract/shapes/answer.ts'
import {
  type ChangePassword,
  InitUrlAnswer,
  type Pending,
  type ResolveMatcher,
  type ResolveUser,
  type VerifyPwd,
  type VerifySso,
} from '../../contract/shapes/auth.ts'
import type { Transaction, UserInfo } from '../../contract/shapes/welcome.ts'
import type { AnswerOf, Asked, GivenTo } from './call.ts'
import { baseOf, call, notifyFailure } from './http.ts'

/** The call of a pending step whose path the server names. */
const initUrl = (path: `/${string}`) =>
  ({
    backend: 'auth',
    method: 'GET',
    path,
    template: 'init_url',
    visit: 'beside',
    answer: InitUrlAnswer,
  }) as const satisfies Asked

/**
 * What a step keeps behind its `init_url` is asked for at once, and joins the step as its `authorization_uri`.
 * Only a path of the auth API itself is asked.
 */
export async function followInitUrl<R extends Asked & { pending: true }>(row: R, given: GivenTo<R>): Promise<AnswerOf<R>> {
  const answer = await call(row, given)
  const step = answer.ok ? (answer.data as Pending) : {}
  if (!answer.ok || !step.init_url) return answer
  const path = initPath(step.init_url, baseOf('auth'))
  if (!path) return notifyFailure(failed({ reason: 'contract', field: 'init_url' }), row, given)
  const found = await call(initUrl(path), { query: step.params ?? {} })
  return found.ok ? succeeded({ ...step, ...found.data } as typeof answer.data) : found
}

/** Quiet: a notice tells of every failure (Spec §8, session init), and a toast would tell the same cause twice. */
export const initSession = (query: Transaction) => followInitUrl(rows.initSession, { query, quiet: true })

/** `password` is sealed. */
export const verifyPwd = (body: VerifyPwd) => followInitUrl(rows.verifyPwd, { body, unavailable: true })
export const verifySso = (body: VerifySso) => followInitUrl(rows.verifySso, { body, unavailable: true })
export const resolveMatcher = (body: ResolveMatcher) => followInitUrl(rows.resolveMatcher, { body })
/** The profile fields that a service asks for. */
export const resolveUser = (body: ResolveUser) => followInitUrl(rows.resolveUser, { body })
/** Both passwords are sealed. */
export const changePassword = (body: ChangePassword) => followInitUrl(rows.changePassword, { body })

export const deleteSsoSession = (id: string): Promise<Answer<undefined>> =>
  call(rows.deleteSsoSession, { values: { id } })

/** The member behind the pending step. */
export const userInfo = (): Promise<Answer<UserInfo>> => call(rows.userInfo, {})
