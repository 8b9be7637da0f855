// Contract, "Auth API": finding a login id, and a new password for a member who forgot it.
import {
  FoundUsers,
  InitSearchIds,
  InitSearchPwd,
  PasswordSet,
  ResetAllowed,
  ResetPassword,
  ResetQuery,
  ResetUsers,
  SearchIds,
  SearchIdsBegun,
  SearchPwd,
  SearchPwdBegun,
} from '../shapes/identify.ts'
import { PASSWORD } from '../refusals.ts'
import type { Row } from '../row.ts'

export const initSearchIds = {
  backend: 'auth',
  method: 'POST',
  path: '/v1/init/search/ids',
  visit: 'payload',
  answer: SearchIdsBegun,
  summary: 'Begins a search for login ids',
  body: InitSearchIds,
  refusals: [],
} as const satisfies Row

export const searchIds = {
  backend: 'auth',
  method: 'POST',
  path: '/v1/search/ids',
  visit: 'beside',
  answer: FoundUsers,
  summary: 'The login ids of a name and a proved phone',
  body: SearchIds,
  refusals: ['userNotFound', 'noMatch'],
} as const satisfies Row

export const initSearchPwd = {
  backend: 'auth',
  method: 'POST',
  path: '/v1/init/search/pwd',
  visit: 'payload',
  answer: SearchPwdBegun,
  summary: 'Begins a reset: where a code may be sent, masked',
  body: InitSearchPwd,
  refusals: ['userNotFound'],
} as const satisfies Row

export const searchPwd = {
  backend: 'auth',
  method: 'POST',
  path: '/v1/search/pwd',
  visit: 'beside',
  answer: ResetAllowed,
  summary: 'Opens a reset with a proved phone or address',
  body: SearchPwd,
  refusals: ['noMatch', 'tooManyCodes'],
} as const satisfies Row

export const resetUsers = {
  backend: 'auth',
  method: 'GET',
  path: '/v1/profile/search/users',
  visit: 'beside',
  answer: ResetUsers,
  summary: 'Whose password may be set with this token',
  query: ResetQuery,
  refusals: ['noMatch'],
} as const satisfies Row

export const resetPassword = {
  backend: 'auth',
  method: 'PUT',
  path: '/v1/profile/search/password',
  visit: 'beside',
  answer: PasswordSet,
  summary: 'Sets the new password of a reset',
  body: ResetPassword,
  mayBeEmpty: true,
  refusals: [...PASSWORD, 'noMatch'],
} as const satisfies Row
