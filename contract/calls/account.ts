// Contract, "Account": the member's own session, and no visit. A backend that has none of it does not answer these calls.
import * as z from 'zod/mini'
import * as shapes from '../shapes/account.ts'
import { FRESH, PASSWORD, SESSION } from '../refusals.ts'
import type { Row } from '../row.ts'

const id = z.string().check(z.maxLength(512))

export const initAccount = {
  backend: 'auth',
  method: 'POST',
  path: '/v1/init/account',
  visit: 'none',
  answer: shapes.AccountBegun,
  summary: 'Where a sign-in begins that leads back to a page of the account',
  body: shapes.InitAccount,
  refusals: [],
} as const satisfies Row

export const account = {
  backend: 'auth',
  method: 'GET',
  path: '/v1/account',
  visit: 'session',
  answer: shapes.Account,
  summary: 'Who is signed in in this browser',
  refusals: SESSION,
} as const satisfies Row

export const proofToken = {
  backend: 'auth',
  method: 'POST',
  path: '/v1/account/proof/token',
  visit: 'session',
  answer: shapes.ProofTokenMade,
  summary: 'The token of a code that proves the member, or a new phone or address',
  body: shapes.ProofToken,
  refusals: [...FRESH, 'noPhone', 'invalid'],
} as const satisfies Row

export const proof = {
  backend: 'auth',
  method: 'POST',
  path: '/v1/account/proof',
  visit: 'session',
  answer: shapes.Proved,
  summary: 'A fresh proof, which counts for five minutes',
  body: shapes.Proof,
  refusals: [...SESSION, 'wrongPassword', 'locked', 'lockedAgain', 'noMatch', 'passkeyUnknown', 'passkeyFailed'],
} as const satisfies Row

export const accountPassword = {
  backend: 'auth',
  method: 'PUT',
  path: '/v1/account/password',
  visit: 'session',
  answer: shapes.PasswordChanged,
  summary: 'Sets another password, and ends all other sessions',
  body: shapes.NewPassword,
  fresh: 'PWD',
  refusals: [...FRESH, ...PASSWORD],
} as const satisfies Row

export const accountPhone = {
  backend: 'auth',
  method: 'PUT',
  path: '/v1/account/phone',
  visit: 'session',
  answer: shapes.ChannelChanged,
  summary: 'Another phone. The old one is told, and can undo it for seven days',
  body: shapes.NewChannel,
  fresh: 'SMS',
  refusals: [...FRESH, 'noMatch', 'sameIdentity'],
} as const satisfies Row

export const accountEmail = {
  backend: 'auth',
  method: 'PUT',
  path: '/v1/account/email',
  visit: 'session',
  answer: shapes.ChannelChanged,
  summary: 'Another address, which is the login ID. The old one is told, and can undo it for seven days',
  body: shapes.NewChannel,
  fresh: 'EMAIL',
  refusals: [...FRESH, 'noMatch', 'idTaken', 'managed', 'invalid'],
} as const satisfies Row

export const accountNickname = {
  backend: 'auth',
  method: 'PUT',
  path: '/v1/account/nickname',
  visit: 'session',
  answer: z.undefined(),
  summary: 'Another nickname',
  body: shapes.NewNickname,
  status: 204,
  refusals: [...SESSION, 'invalid'],
} as const satisfies Row

export const accountMarketing = {
  backend: 'auth',
  method: 'PUT',
  path: '/v1/account/marketing',
  visit: 'session',
  answer: z.undefined(),
  summary: 'Whether the member wants news by e-mail and by SMS',
  body: shapes.Marketing,
  status: 204,
  refusals: SESSION,
} as const satisfies Row

export const accountSecondFactor = {
  backend: 'auth',
  method: 'PUT',
  path: '/v1/account/second-factor',
  visit: 'session',
  answer: z.undefined(),
  summary: 'Switches the code by SMS at a sign-in on or off',
  body: shapes.NewSecondFactor,
  fresh: 'SMS',
  status: 204,
  refusals: [...FRESH, 'noPhone', 'invalid'],
} as const satisfies Row

export const accountSessions = {
  backend: 'auth',
  method: 'GET',
  path: '/v1/account/sessions',
  visit: 'session',
  answer: shapes.SessionRows,
  summary: 'The browsers in which the member is signed in',
  refusals: SESSION,
} as const satisfies Row

export const endSession = {
  backend: 'auth',
  method: 'DELETE',
  path: '/v1/account/sessions/{id}',
  visit: 'session',
  answer: z.undefined(),
  summary: 'Signs one browser out. Its services are told',
  values: { id },
  status: 204,
  refusals: [...SESSION, 'notFound'],
} as const satisfies Row

export const endOtherSessions = {
  backend: 'auth',
  method: 'DELETE',
  path: '/v1/account/sessions',
  visit: 'session',
  answer: z.undefined(),
  summary: 'Signs all other browsers out. Their services are told',
  status: 204,
  refusals: SESSION,
} as const satisfies Row

export const accountServices = {
  backend: 'auth',
  method: 'GET',
  path: '/v1/account/services',
  visit: 'session',
  answer: shapes.ServiceRows,
  summary: 'The services that the member has used, what each may read, and the terms that the member agreed to',
  refusals: SESSION,
} as const satisfies Row

export const withdrawService = {
  backend: 'auth',
  method: 'DELETE',
  path: '/v1/account/services/{client_id}',
  visit: 'session',
  answer: z.undefined(),
  summary: 'Takes back what the member agreed to at a service, ends its tokens, and tells it',
  values: { client_id: id },
  fresh: true,
  status: 204,
  refusals: [...FRESH, 'notFound'],
} as const satisfies Row

export const accountActivity = {
  backend: 'auth',
  method: 'GET',
  path: '/v1/account/activity',
  visit: 'session',
  answer: shapes.ActivityRows,
  summary: 'Sign-ins and changes of 90 days, fifty at a time, the newest first',
  query: shapes.ActivityQuery,
  refusals: SESSION,
} as const satisfies Row

export const reportActivity = {
  backend: 'auth',
  method: 'POST',
  path: '/v1/account/report',
  visit: 'session',
  answer: z.undefined(),
  summary: '“This was not me”: ends all sessions, and the next sign-in asks for a new password',
  body: shapes.Report,
  status: 204,
  refusals: [...SESSION, 'notFound'],
} as const satisfies Row

export const exportAccount = {
  backend: 'auth',
  method: 'GET',
  path: '/v1/account/export',
  visit: 'session',
  answer: shapes.Export,
  summary: 'Everything that is stored about the member',
  fresh: true,
  refusals: FRESH,
} as const satisfies Row

export const leave = {
  backend: 'auth',
  method: 'POST',
  path: '/v1/account/leave',
  visit: 'session',
  answer: shapes.Leaving,
  summary: 'The member leaves: the account is erased after 14 days',
  body: shapes.Leave,
  fresh: true,
  refusals: FRESH,
} as const satisfies Row

export const stay = {
  backend: 'auth',
  method: 'DELETE',
  path: '/v1/account/leave',
  visit: 'session',
  answer: z.undefined(),
  summary: 'The member stays after all',
  status: 204,
  refusals: SESSION,
} as const satisfies Row
