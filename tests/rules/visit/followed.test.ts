import { expect, test } from 'vitest'
import { followed, isUnheard } from '../../../src/rules/visit/followed.ts'
import { type Failure, failed, succeeded } from '../../../contract/shapes/answer.ts'

const refused = (status: number, more: Partial<Failure> = {}) => failed({ reason: 'refused', status, ...more })

test.each([
  ['an answer', succeeded({}), 'done'],
  ['a page that is gone', failed({ reason: 'left' }), 'undecided'],
  ['no answer', failed({ reason: 'noResponse' }), 'undecided'],
  ['an answer of another shape', failed({ reason: 'contract', status: 200 }), 'undecided'],
  ['500', refused(500), 'undecided'],
  ['429', refused(429), 'undecided'],
  ['403 of a firewall', refused(403), 'undecided'],
  ['403 of a visit that is over', refused(403, { code: 'VISIT_OVER' }), 'refused'],
  ['400', refused(400, { detail_code: 4518 }), 'refused'],
  ['401', refused(401), 'refused'],
] as const)('a proof that meets %s', (_, answer, outcome) => expect(followed(answer)).toBe(outcome))

test('only a call without an answer may have been received all the same', () => {
  expect(isUnheard(failed({ reason: 'noResponse' }))).toBe(true)
  expect(isUnheard(refused(500))).toBe(false)
  expect(isUnheard(succeeded({}))).toBe(false)
})
