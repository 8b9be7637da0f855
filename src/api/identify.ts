// Spec §7, auth API: finding a login id, and a new password for a member who forgot it.
import * as z from 'zod/mini'
import * as rows from '../../contract/calls/identify.ts'
import type { InitSearchPwd, ResetPassword, SearchIds, SearchPwd } from '../../contract/shapes/identify.ts'
import type { Transaction } from '../../contract/shapes/welcome.ts'
import { call } from './http.ts'

/** Begins a search for IDs. The token allows one phone to be proved. */
export const initSearchIds = (body: Transaction) => call(rows.initSearchIds, { body })

export const searchIds = (body: SearchIds) => call(rows.searchIds, { body })

/** Begins a reset. Returns the token and the masked channels for a code. */
export const initSearchPwd = (body: InitSearchPwd) => call(rows.initSearchPwd, { body })

export const searchPwd = (body: SearchPwd) => call(rows.searchPwd, { body })

/** The member whose password this token can set. */
export const resetUsers = (reset_token: string) => call(rows.resetUsers, { query: { reset_token } })

/** Contract: "or nothing". A success without a body, or without data, means that the password is set. */
const orNothing = z.transform((data: unknown) => (data === undefined || data === null || data === '' ? {} : data))
const resetRow = { ...rows.resetPassword, answer: z.pipe(orNothing, rows.resetPassword.answer) }

/** `password` is sealed. */
export const resetPassword = (body: ResetPassword) => call(resetRow, { body })
