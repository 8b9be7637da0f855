// Spec §7, auth API.
import * as rows from '../../contract/calls/signIn.ts'
import type { ChangePassword, ResolveMatcher, ResolveUser, VerifyPwd, VerifySso } from '../../contract/shapes/auth.ts'
import type { Transaction } from '../../contract/shapes/welcome.ts'
import { takeEarly } from './handover.ts'
import { call } from './http.ts'
import { followInitUrl } from './progress.ts'

/** Quiet: a notice tells of every failure (Spec §8, session init), and a toast would tell the same cause twice. */
export const initSession = (query: Transaction) =>
  followInitUrl(rows.initSession, { query, quiet: true }, takeEarly('session', query.transaction_id))

/** `password` is sealed. @param early the answer to this very call, if the page has made it before this code was here */
export const verifyPwd = (body: VerifyPwd, early?: Promise<Response>) =>
  followInitUrl(rows.verifyPwd, { body, unavailable: true }, early)
export const verifySso = (body: VerifySso) => followInitUrl(rows.verifySso, { body, unavailable: true })
export const resolveMatcher = (body: ResolveMatcher) => followInitUrl(rows.resolveMatcher, { body })
/** The profile fields that a service asks for. */
export const resolveUser = (body: ResolveUser) => followInitUrl(rows.resolveUser, { body })
/** Both passwords are sealed. */
export const changePassword = (body: ChangePassword) => followInitUrl(rows.changePassword, { body })

export const deleteSsoSession = (id: string) => call(rows.deleteSsoSession, { values: { id } })

/** The member behind the pending step. */
export const userInfo = () => call(rows.userInfo, {})
