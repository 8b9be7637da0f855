// Contract, "Auth API": finding a login id, and a new password for a member who forgot it.
import * as shapes from '../shapes/identify.ts'
import { PASSWORD } from '../refusals.ts'
import { row } from '../row.ts'

export const initSearchIds = row('auth', 'POST', '/v1/init/search/ids', 'payload', {
  answer: shapes.SearchIdsBegun,
  summary: 'Begins a search for login ids',
  body: shapes.InitSearchIds,
  refusals: [],
})

export const searchIds = row('auth', 'POST', '/v1/search/ids', 'beside', {
  answer: shapes.FoundUsers,
  summary: 'The login ids of a name and a proved phone',
  body: shapes.SearchIds,
  refusals: ['userNotFound', 'noMatch'],
})

export const initSearchPwd = row('auth', 'POST', '/v1/init/search/pwd', 'payload', {
  answer: shapes.SearchPwdBegun,
  summary: 'Begins a reset: where a code may be sent, masked',
  body: shapes.InitSearchPwd,
  refusals: ['userNotFound'],
})

export const searchPwd = row('auth', 'POST', '/v1/search/pwd', 'beside', {
  answer: shapes.ResetAllowed,
  summary: 'Opens a reset with a proved phone or address',
  body: shapes.SearchPwd,
  refusals: ['noMatch', 'tooManyCodes'],
})

export const resetUsers = row('auth', 'GET', '/v1/profile/search/users', 'beside', {
  answer: shapes.ResetUsers,
  summary: 'Whose password may be set with this token',
  query: shapes.ResetQuery,
  refusals: ['noMatch'],
})

export const resetPassword = row('auth', 'PUT', '/v1/profile/search/password', 'beside', {
  answer: shapes.PasswordSet,
  summary: 'Sets the new password of a reset',
  body: shapes.ResetPassword,
  mayBeEmpty: true,
  refusals: [...PASSWORD, 'noMatch'],
})
