// Spec §7, auth API: finding a login id, and a new password for a member who forgot it.
import * as z from 'zod/mini'
import type { Answer } from '../wire/answer.ts'
import {
  FoundUsers,
  type InitSearchPwd,
  PasswordSet,
  ResetAllowed,
  type ResetPassword,
  ResetUsers,
  type SearchIds,
  SearchIdsBegun,
  type SearchPwd,
  SearchPwdBegun,
} from '../wire/identify.ts'
import type { Transaction } from '../wire/welcome.ts'
import { call } from './http.ts'

/** Begins a search for IDs. The token allows one phone to be proved. */
export const initSearchIds = (body: Transaction): Promise<Answer<SearchIdsBegun>> =>
  call('auth', { method: 'POST', path: '/v1/init/search/ids', body, shape: SearchIdsBegun })

export const searchIds = (body: SearchIds): Promise<Answer<FoundUsers>> =>
  call('auth', { method: 'POST', path: '/v1/search/ids', body, shape: FoundUsers })

/** Begins a reset. Returns the token and the masked channels for a code. */
export const initSearchPwd = (body: InitSearchPwd): Promise<Answer<SearchPwdBegun>> =>
  call('auth', { method: 'POST', path: '/v1/init/search/pwd', body, shape: SearchPwdBegun })

export const searchPwd = (body: SearchPwd): Promise<Answer<ResetAllowed>> =>
  call('auth', { method: 'POST', path: '/v1/search/pwd', body, shape: ResetAllowed })

/** The member whose password this token can set. */
export const resetUsers = (reset_token: string): Promise<Answer<ResetUsers>> =>
  call('auth', { method: 'GET', path: '/v1/profile/search/users', query: { reset_token }, shape: ResetUsers })

/** Contract: "or nothing". A success without a body, or without data, means that the password is set. */
const orNothing = z.transform((data: unknown) => (data === undefined || data === null || data === '' ? {} : data))

/** `password` is sealed. */
export const resetPassword = (body: ResetPassword): Promise<Answer<PasswordSet>> =>
  call('auth', {
    method: 'PUT',
    path: '/v1/profile/search/password',
    body,
    shape: z.pipe(orNothing, PasswordSet),
  })
