// Contract, "Member-portal API".
import { Interests, JoinState } from '../shapes/portal.ts'
import { row } from '../row.ts'

export const joinState = row('portal', 'GET', '/v1/members/join-state', 'beside', {
  answer: JoinState,
  summary: 'How the approval of the member behind the pending step stands',
  refusals: ['notSignedIn'],
})

export const interests = row('portal', 'GET', '/v1/interests', 'none', {
  answer: Interests,
  summary: 'The interests to choose from',
  refusals: [],
})
