// Contract, "Account": the calls of the member's own pages. Quiet: each page shows its failures in place, until they are answered.
import type * as z from 'zod/mini'
import * as rows from '../../contract/calls/account.ts'
import * as passkeys from '../../contract/calls/accountPasskeys.ts'
import type { AccountProof, Marketing, SecondFactor } from '../../contract/shapes/account.ts'
import type { RegistrationResponse } from '../../contract/shapes/passkeys.ts'
import { call } from './http.ts'

/** `session` of GET /v1/account: the session that the page was loaded with. Undefined: the backend does not name it. */
export type SessionName = string | undefined

const quiet = true

export const initAccount = (body: z.input<typeof rows.initAccount.body>) => call(rows.initAccount, { body, quiet })

/** Names no session, because it asks which one this browser has. */
export const account = () => call(rows.account, { session: undefined, quiet })

export const proofToken = (session: SessionName, body: z.input<typeof rows.proofToken.body>) =>
  call(rows.proofToken, { session, body, quiet })
export const proofPasskey = (session: SessionName) => call(passkeys.proofPasskey, { session, quiet })
export const proof = (session: SessionName, body: AccountProof) => call(rows.proof, { session, body, quiet })

/** `password` is sealed. */
export const accountPassword = (session: SessionName, password: string) =>
  call(rows.accountPassword, { session, body: { password }, quiet })
/** `auth_code` proves the new phone. */
export const accountPhone = (session: SessionName, auth_code: string) =>
  call(rows.accountPhone, { session, body: { auth_code }, quiet })
/** `auth_code` proves the new address. */
export const accountEmail = (session: SessionName, auth_code: string) =>
  call(rows.accountEmail, { session, body: { auth_code }, quiet })
export const accountNickname = (session: SessionName, nickname: string) =>
  call(rows.accountNickname, { session, body: { nickname }, quiet })
export const accountMarketing = (session: SessionName, body: Marketing) =>
  call(rows.accountMarketing, { session, body, quiet })
export const accountSecondFactor = (session: SessionName, second_factor: SecondFactor) =>
  call(rows.accountSecondFactor, { session, body: { second_factor }, quiet })

export const accountPasskeys = (session: SessionName, signal?: AbortSignal) =>
  call(passkeys.accountPasskeys, { session, signal, quiet })
export const passkeyOptions = (session: SessionName) => call(passkeys.passkeyOptions, { session, quiet })
export const addPasskey = (session: SessionName, credential: RegistrationResponse) =>
  call(passkeys.addPasskey, { session, body: { credential }, quiet })
export const renamePasskey = (session: SessionName, id: string, name: string) =>
  call(passkeys.renamePasskey, { session, values: { id }, body: { name }, quiet })
export const removePasskey = (session: SessionName, id: string) =>
  call(passkeys.removePasskey, { session, values: { id }, quiet })

export const accountSessions = (session: SessionName, signal?: AbortSignal) =>
  call(rows.accountSessions, { session, signal, quiet })
export const endSession = (session: SessionName, id: string) =>
  call(rows.endSession, { session, values: { id }, quiet })
export const endOtherSessions = (session: SessionName) => call(rows.endOtherSessions, { session, quiet })

export const accountServices = (session: SessionName, signal?: AbortSignal) =>
  call(rows.accountServices, { session, signal, quiet })
export const withdrawService = (session: SessionName, client_id: string) =>
  call(rows.withdrawService, { session, values: { client_id }, quiet })

/** `before`: the `at` of the oldest row that the page has. `event`: only rows of this kind. */
export const accountActivity = (
  session: SessionName,
  query: z.input<typeof rows.accountActivity.query>,
  signal?: AbortSignal,
) => call(rows.accountActivity, { session, query, signal, quiet })
export const reportActivity = (session: SessionName, activity_id: string) =>
  call(rows.reportActivity, { session, body: { activity_id }, quiet })

export const exportAccount = (session: SessionName) => call(rows.exportAccount, { session, quiet })
export const leave = (session: SessionName, reason: string) =>
  call(rows.leave, { session, body: reason === '' ? {} : { reason }, quiet })
export const stay = (session: SessionName) => call(rows.stay, { session, quiet })
