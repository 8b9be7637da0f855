// Contract, POST /v1/matcher/student/resolve: what is said of a letter that was refused.
import { expect, test } from 'vitest'
import { letterProblem, onLetterRefused } from '../../../src/rules/errors/letter.ts'
import { failed, type Failure } from '../../../contract/shapes/answer.ts'

test.each<[string, number, Partial<Failure>, string | undefined]>([
  ['one with a password', 415, { code: 'LETTER_LOCKED' }, 'field.letterLocked'],
  ['one with too many pixels', 415, { code: 'LETTER_PIXELS' }, 'field.letterPixels'],
  ['one that cannot be read', 415, { code: 'LETTER_BROKEN' }, 'field.letterBroken'],
  ['one that is too large', 413, {}, 'field.letterSize'],
  ['one of another format', 415, { code: 'OTHER' }, 'field.letterContent'],
  ['a call of another fault', 422, {}, undefined],
  ['a server that is out of order', 500, { code: 'LETTER_LOCKED' }, undefined],
])('%s: %i', (_, status, more, text) => {
  const { failure } = failed({ reason: 'refused', status, ...more })
  expect(letterProblem(failure)).toBe(text)
  expect(onLetterRefused(failure)).toBe(text ?? 'join.letterFailed')
})
