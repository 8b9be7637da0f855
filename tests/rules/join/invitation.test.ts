// Spec §3, the entry of an invitation whose call fails: whether the member can try again.
import { expect, test } from 'vitest'
import { onInvitation } from '../../../src/rules/join/invitation.ts'
import { goError, goTooMany, type Outcome } from '../../../src/rules/visit/outcome.ts'
import { failed, type Failure } from '../../../contract/shapes/answer.ts'

const facts = { serviceName: '', serviceUrl: null, now: 0 }
const refused = (failure: Partial<Failure>): Outcome =>
  onInvitation([], failed({ reason: 'refused', ...failure }), facts)

test('waits and then tries again after 429', () =>
  expect(refused({ status: 429, retry_after: 30 })).toEqual([goTooMany(30)]))
test('lets an unknown visitor try again', () => expect(refused({ status: 401 })).toEqual([goError('500')]))
test('does not offer to repeat an invalid invitation', () =>
  expect(refused({ status: 400, detail_code: 4585 }).at(-1)).toEqual(goError('403')))
