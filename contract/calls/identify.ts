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
import { row } from '../row.ts'

export const initSearchIds = row('auth', 'POST', '/v1/init/search/ids', 'payload', {
  answer: SearchIdsBegun,
  summary: 'Begins a search for login ids',
  body: InitSearchIds,
  refusals: [],
})

export const searchIds = row('auth', 'POST', '/v1/search/ids', 'beside', {
  answer: FoundUsers,
  summary: 'The login ids of a name and a proved phone',
  body: SearchIds,
  refusals: ['userNotFound', 'noMatch'],
})

export const initSearchPwd = row('auth', 'POST', '/v1/init/search/pwd', 'payload', {
  answer: SearchPwdBegun,
  summary: 'Begins a reset: where a code may be sent, masked',
  body: InitSearchPwd,
  refusals: ['userNotFound'],
})

export const searchPwd = row('auth', 'POST', '/v1/search/pwd', 'beside', {
  answer: ResetAllowed,
  summary: 'Opens a reset with a proved phone or address',
  body: SearchPwd,
  refusals: ['noMatch', 'tooManyCodes'],
})

export const resetUsers = row('auth', 'GET', '/v1/profile/search/users', 'beside', {
  answer: ResetUsers,
  summary: 'Whose password may be set with this token',
  query: ResetQuery,
  refusals: ['noMatch'],
})

export const resetPassword = row('auth', 'PUT', '/v1/profile/search/password', 'beside', {
  answer: PasswordSet,
  summary: 'Sets the new password of a reset',
  body: ResetPassword,
  mayBeEmpty: true,
  refusals: [...PASSWORD, 'noMatch'],
})
