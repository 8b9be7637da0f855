import { expect, test } from 'vitest'
import { formatSpan } from '../../src/i18n/spans.ts'

test.each([
  ['ko', 180, '3분'],
  ['ko', 30, '30초'],
  ['en', 150, '2 minutes 30 seconds'],
  ['en', 0.4, '1 second'],
  ['ja', 150, '2分30秒'],
  ['zh', 150, '2分钟 30秒钟'],
] as const)('in %s, %d seconds are written as %s', (locale, seconds, text) =>
  expect(formatSpan(locale, seconds)).toBe(text),
)
