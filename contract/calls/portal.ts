// Contract, "Member-portal API".
import { Interests, JoinState } from '../shapes/portal.ts'
import type { Row } from '../row.ts'

export const joinState = {
  backend: 'portal',
  method: 'GET',
  path: '/v1/members/join-state',
  visit: 'beside',
  answer: JoinState,
  summary: 'How the approval of the member behind the pending step stands',
  refusals: ['notSignedIn'],
} as const satisfies Row

export const interests = {
  backend: 'portal',
  method: 'GET',
  path: '/v1/interests',
  visit: 'none',
  answer: Interests,
  summary: 'The interests to choose from',
  refusals: [],
} as const satisfies Row
