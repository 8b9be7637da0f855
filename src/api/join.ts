// Spec §7, auth API: the calls of a join.
import type { Answer } from '../wire/answer.ts'
import type { Transaction } from '../wire/welcome.ts'
import type { TermsLanguage } from '../wire/codes.ts'
import type { TermsType } from '../rules/terms/termsTypes.ts'
import {
  ChallengeJoin,
  type JoinPath,
  JoinResult,
  SignUpInfo,
  type SignUpPayload,
  TermsAnswer,
  ValidNickname,
  type VerifyJoin,
} from '../wire/join.ts'
import { call } from './http.ts'

/**
 * Begins a join with this login id, or looks again once its address was proved: only then does a server tell that the id is
 * taken (SAME_PERSON, ID_TAKEN), a group account (GROUP_ACCOUNT) or none (NOT_OF_GROUP).
 */
export const challengeJoin = (login_id: string, type: JoinPath, signal?: AbortSignal): Promise<Answer<ChallengeJoin>> =>
  call('auth', {
    method: 'GET',
    path: `/v1/challenge/join/${encodeURIComponent(login_id)}`,
    template: '/v1/challenge/join/{id}',
    query: { type },
    shape: ChallengeJoin,
    signal,
  })

/** Quiet, because the page checks while the member types and again at the submit. */
export const validNickname = (nickname: string, signal?: AbortSignal): Promise<Answer<ValidNickname>> =>
  call('auth', {
    method: 'GET',
    path: '/v1/valid/nickname',
    query: { nickname },
    shape: ValidNickname,
    signal,
    quiet: true,
  })

/** The terms of this type that are still to be agreed to. Quiet: a failure is shown in their place, with a retry. */
export const termsOf = (type: TermsType, language: TermsLanguage, signal?: AbortSignal): Promise<Answer<TermsAnswer>> =>
  call('auth', {
    method: 'GET',
    path: `/v1/terms/${type}`,
    query: { language },
    shape: TermsAnswer,
    signal,
    quiet: true,
  })

/** `password` is sealed. */
export const verifyJoin = (body: VerifyJoin): Promise<Answer<JoinResult>> =>
  call('auth', { method: 'POST', path: '/v1/verify/join', body, shape: JoinResult })

/** What the invitation of this transaction knows. */
export const signUpInfo = (query: Transaction): Promise<Answer<SignUpInfo>> =>
  call('auth', { method: 'GET', path: '/v1/profile/sign-up', query, shape: SignUpInfo })

/** `password` is sealed. */
export const signUp = (body: SignUpPayload): Promise<Answer<JoinResult>> =>
  call('auth', { method: 'POST', path: '/v1/profile/sign-up', body, shape: JoinResult })
