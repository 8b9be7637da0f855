// Spec §7, auth API: the calls of a join.
import * as rows from '../../contract/calls/join.ts'
import type { Transaction } from '../../contract/shapes/welcome.ts'
import type { TermsLanguage } from '../../contract/codes.ts'
import type { TermsType } from '../rules/terms/termsTypes.ts'
import type { JoinPath, SignUpPayload, VerifyJoin } from '../../contract/shapes/join.ts'
import { call } from './http.ts'
import { followInitUrl } from './progress.ts'

/**
 * Begins a join with this login id, or looks again once its address was proved: only then does a server tell that the id is
 * taken (SAME_PERSON, ID_TAKEN), a group account (GROUP_ACCOUNT) or none (NOT_OF_GROUP).
 */
export const challengeJoin = (login_id: string, type: JoinPath, signal?: AbortSignal) =>
  call(rows.challengeJoin, { values: { login_id }, query: { type }, signal })

/** Quiet, because the page checks while the member types and again at the submit. */
export const validNickname = (nickname: string, signal?: AbortSignal) =>
  call(rows.validNickname, { query: { nickname }, signal, quiet: true })

/** The terms of this type that are still to be agreed to. Quiet: a failure is shown in their place, with a retry. */
export const termsOf = (terms_type: TermsType, language: TermsLanguage, signal?: AbortSignal) =>
  call(rows.termsOf, { values: { terms_type }, query: { language }, signal, quiet: true })

/** `password` is sealed. */
export const verifyJoin = (body: VerifyJoin) => followInitUrl(rows.verifyJoin, { body })

/** What the invitation of this transaction knows. */
export const signUpInfo = (query: Transaction) => call(rows.signUpInfo, { query })

/** `password` is sealed. */
export const signUp = (body: SignUpPayload) => followInitUrl(rows.signUp, { body })
