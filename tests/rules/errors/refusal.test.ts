import { describe, expect, test } from 'vitest'
import { failureKind, isCoded, rowOf } from '../../../src/rules/errors/refusal.ts'
import { type Failure, failed } from '../../../contract/shapes/answer.ts'
import { CHILD, LOCKED, WRONG_PASSWORD } from '../../../contract/detailCodes.ts'

const refused = (status: number, more: Partial<Failure> = {}) => failed({ reason: 'refused', status, ...more }).failure
const coded = (status: number) => refused(status, { detail_code: LOCKED })

describe('a failure', () => {
  test.each([
    ['left', failed({ reason: 'left' }).failure],
    ['noResponse', failed({ reason: 'noResponse' }).failure],
    ['unavailable', failed({ reason: 'contract', status: 200 }).failure],
    ['visitOver', refused(403, { code: 'VISIT_OVER' })],
    ['visitOver', refused(403, { code: 'NO_VISIT' })],
    ['visitOver', refused(403, { code: 'NO_COOKIES' })],
    ['visitOver', refused(409)],
    ['notHere', refused(403)],
    ['notHere', refused(403, { code: 'FORBIDDEN' })],
    ['notHere', coded(403)],
    ['tooMany', refused(429, { retry_after: 60 })],
    ['tooMany', refused(429, { retry_after: 60, detail_code: LOCKED })],
    ['coded', coded(400)],
    ['coded', coded(401)],
    ['coded', coded(412)],
    ['invalid', refused(400)],
    ['notSignedIn', refused(401)],
    ['anotherStep', refused(412)],
    ['notFound', refused(404)],
    ['rejected', coded(413)],
    ['unavailable', refused(500)],
    ['unavailable', coded(503)],
  ] as const)('is %s: %o', (kind, failure) => expect(failureKind(failure)).toBe(kind))
})

test('a table answers a coded failure only', () => {
  const rows = { [LOCKED]: 'locked' }
  expect(
    [coded(400), coded(500), refused(400), refused(400, { detail_code: CHILD })].map((one) => rowOf(rows, one)),
  ).toEqual(['locked', undefined, undefined, undefined])
})

test('a code counts in a coded failure only', () => {
  expect(isCoded(coded(400), WRONG_PASSWORD, LOCKED)).toBe(true)
  expect(isCoded(coded(400), WRONG_PASSWORD)).toBe(false)
  expect(isCoded(coded(500), LOCKED)).toBe(false)
})
