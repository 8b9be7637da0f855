// Contract, "Account": the member's own session, and no visit. A backend that has none of it does not answer these calls.
import * as z from 'zod/mini'
import * as shapes from '../shapes/account.ts'
import { FRESH, PASSWORD, SESSION } from '../refusals.ts'
import { row } from '../row.ts'

const id = z.string().check(z.maxLength(512))

export const initAccount = row('auth', 'POST', '/v1/init/account', 'none', {
  answer: shapes.AccountBegun,
  summary: 'Where a sign-in begins that leads back to a page of the account',
  body: shapes.InitAccount,
  refusals: [],
})

export const account = row('auth', 'GET', '/v1/account', 'session', {
  answer: shapes.Account,
  summary: 'Who is signed in in this browser',
  refusals: SESSION,
})

export const proofToken = row('auth', 'POST', '/v1/account/proof/token', 'session', {
  answer: shapes.ProofTokenMade,
  summary: 'The token of a code that proves the member, or a new phone or address',
  body: shapes.ProofToken,
  refusals: [...FRESH, 'noPhone', 'invalid'],
})

export const proof = row('auth', 'POST', '/v1/account/proof', 'session', {
  answer: shapes.Proved,
  summary: 'A fresh proof, which counts for five minutes',
  body: shapes.Proof,
  refusals: [...SESSION, 'wrongPassword', 'locked', 'lockedAgain', 'noMatch', 'passkeyUnknown', 'passkeyFailed'],
})

export const accountPassword = row('auth', 'PUT', '/v1/account/password', 'session', {
  answer: shapes.PasswordChanged,
  summary: 'Sets another password, and ends all other sessions',
  body: shapes.NewPassword,
  fresh: 'PWD',
  refusals: [...FRESH, ...PASSWORD],
})

export const accountPhone = row('auth', 'PUT', '/v1/account/phone', 'session', {
  answer: shapes.ChannelChanged,
  summary: 'Another phone. The old one is told, and can undo it for seven days',
  body: shapes.NewChannel,
  fresh: 'SMS',
  refusals: [...FRESH, 'noMatch', 'sameIdentity'],
})

export const accountEmail = row('auth', 'PUT', '/v1/account/email', 'session', {
  answer: shapes.ChannelChanged,
  summary: 'Another address, which is the login ID. The old one is told, and can undo it for seven days',
  body: shapes.NewChannel,
  fresh: 'EMAIL',
  refusals: [...FRESH, 'noMatch', 'idTaken', 'managed', 'invalid'],
})

export const accountNickname = row('auth', 'PUT', '/v1/account/nickname', 'session', {
  answer: z.undefined(),
  summary: 'Another nickname',
  body: shapes.NewNickname,
  status: 204,
  refusals: [...SESSION, 'invalid'],
})

export const accountMarketing = row('auth', 'PUT', '/v1/account/marketing', 'session', {
  answer: z.undefined(),
  summary: 'Whether the member wants news by e-mail and by SMS',
  body: shapes.Marketing,
  status: 204,
  refusals: SESSION,
})

export const accountSecondFactor = row('auth', 'PUT', '/v1/account/second-factor', 'session', {
  answer: z.undefined(),
  summary: 'Switches the code by SMS at a sign-in on or off',
  body: shapes.NewSecondFactor,
  fresh: 'SMS',
  status: 204,
  refusals: [...FRESH, 'noPhone', 'invalid'],
})

export const accountSessions = row('auth', 'GET', '/v1/account/sessions', 'session', {
  answer: shapes.SessionRows,
  summary: 'The browsers in which the member is signed in',
  refusals: SESSION,
})

export const endSession = row('auth', 'DELETE', '/v1/account/sessions/{id}', 'session', {
  answer: z.undefined(),
  summary: 'Signs one browser out. Its services are told',
  values: { id },
  status: 204,
  refusals: [...SESSION, 'notFound'],
})

export const endOtherSessions = row('auth', 'DELETE', '/v1/account/sessions', 'session', {
  answer: z.undefined(),
  summary: 'Signs all other browsers out. Their services are told',
  status: 204,
  refusals: SESSION,
})

export const accountServices = row('auth', 'GET', '/v1/account/services', 'session', {
  answer: shapes.ServiceRows,
  summary: 'The services that the member has used, what each may read, and the terms that the member agreed to',
  refusals: SESSION,
})

export const withdrawService = row('auth', 'DELETE', '/v1/account/services/{client_id}', 'session', {
  answer: z.undefined(),
  summary: 'Takes back what the member agreed to at a service, ends its tokens, and tells it',
  values: { client_id: id },
  fresh: true,
  status: 204,
  refusals: [...FRESH, 'notFound'],
})

export const accountActivity = row('auth', 'GET', '/v1/account/activity', 'session', {
  answer: shapes.ActivityRows,
  summary: 'Sign-ins and changes of 90 days, fifty at a time, the newest first',
  query: shapes.ActivityQuery,
  refusals: SESSION,
})

export const reportActivity = row('auth', 'POST', '/v1/account/report', 'session', {
  answer: z.undefined(),
  summary: '“This was not me”: ends all sessions, and the next sign-in asks for a new password',
  body: shapes.Report,
  status: 204,
  refusals: [...SESSION, 'notFound'],
})

export const exportAccount = row('auth', 'GET', '/v1/account/export', 'session', {
  answer: shapes.Export,
  summary: 'Everything that is stored about the member',
  fresh: true,
  refusals: FRESH,
})

export const leave = row('auth', 'POST', '/v1/account/leave', 'session', {
  answer: shapes.Leaving,
  summary: 'The member leaves: the account is erased after 14 days',
  body: shapes.Leave,
  fresh: true,
  refusals: FRESH,
})

export const stay = row('auth', 'DELETE', '/v1/account/leave', 'session', {
  answer: z.undefined(),
  summary: 'The member stays after all',
  status: 204,
  refusals: SESSION,
})
