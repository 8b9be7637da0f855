// Contract, member-portal API.
import type { Answer } from '../wire/answer.ts'
import { Interests, JoinState } from '../wire/portal.ts'
import { call } from './http.ts'

/** How the approval of the member behind the pending step stands. Quiet: the page that asks tells of a failure itself. */
export const joinState = (signal?: AbortSignal): Promise<Answer<JoinState>> =>
  call('portal', { method: 'GET', path: '/v1/members/join-state', shape: JoinState, signal, quiet: true })

/** A failure is shown at the field, with a retry. */
export const interests = (signal?: AbortSignal): Promise<Answer<Interests>> =>
  call('portal', { method: 'GET', path: '/v1/interests', shape: Interests, signal, quiet: true })
