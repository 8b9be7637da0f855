// Spec §7, auth API.
import * as z from 'zod/mini'
import type { Answer } from '../wire/answer'
import {
  InitUrlAnswer,
  Progress,
  type ResolveMatcher,
  SessionCheck,
  type Transaction,
  UserInfo,
  type VerifyPwd,
  type VerifySso,
} from '../wire/auth'
import { call } from './http'

export const initSession = (query: Transaction): Promise<Answer<SessionCheck>> =>
  call('auth', { method: 'GET', path: '/v1/init/session', query, shape: SessionCheck, pending: true })

/** `password` is sealed. */
export const verifyPwd = (body: VerifyPwd): Promise<Answer<Progress>> =>
  call('auth', { method: 'POST', path: '/v1/verify/pwd', body, shape: Progress, pending: true })

export const verifySso = (body: VerifySso): Promise<Answer<Progress>> =>
  call('auth', { method: 'POST', path: '/v1/verify/sso', body, shape: Progress, pending: true })

export const deleteSsoSession = (id: string): Promise<Answer<undefined>> =>
  call('auth', { method: 'DELETE', path: `/v1/sso-session/${encodeURIComponent(id)}`, shape: z.undefined() })

export const resolveMatcher = (body: ResolveMatcher): Promise<Answer<Progress>> =>
  call('auth', { method: 'POST', path: '/v1/matcher/resolve', body, shape: Progress, pending: true })

/** Where a pending step keeps its token (contract, `init_url`). Only a path of the auth API itself is asked. */
export const followInitUrl = (path: `/${string}`, query: Record<string, string>) =>
  call('auth', { method: 'GET', path, query, shape: InitUrlAnswer })

/** The member behind the pending step. */
export const userInfo = (): Promise<Answer<UserInfo>> =>
  call('auth', { method: 'GET', path: '/v1/profile/users', shape: UserInfo })
