import { describe, expect, test } from 'vitest'
import { formatList, formatMoney, formatSize, formatUnits } from '../../src/i18n/formats.ts'
import type { Locale } from '../../contract/locale.ts'

describe('Spec §9, currency: KRW for ko, USD for en, CNY for zh', () => {
  test.each<[Locale, string]>([
    ['ko', '₩1,235'],
    ['en', '$1,234.50'],
    ['zh', '¥1,234.50'],
  ])('%s', (locale, text) => expect(formatMoney(locale, 1234.5)).toBe(text))
})

describe('Spec §9, decimals: the size of a file', () => {
  test.each<[string, Locale, number, string]>([
    ['ko has 3 significant digits', 'ko', 1_234_567, '1.23MB'],
    ['ko of a larger number', 'ko', 9_876_543, '9.88MB'],
    ['en has exactly 2 fraction digits', 'en', 1_234_567, '1.23\u00a0MB'],
    ['en of a whole number', 'en', 5_000_000, '5.00\u00a0MB'],
    ['zh has 3 to 5 significant digits: at most 5', 'zh', 1_234_567, '1.2346\u00a0MB'],
    ['zh: at least 3', 'zh', 5_000_000, '5.00\u00a0MB'],
    ['zh: as many as there are', 'zh', 1_234_000, '1.234\u00a0MB'],
    ['kilobytes are whole', 'en', 123_456, '123\u00a0kB'],
    ['and never none', 'ko', 12, '1kB'],
  ])('%s', (_, locale, bytes, text) => expect(formatSize(locale, bytes)).toBe(text))
})

test.each([
  ['ko', 'A, B 및 C'],
  ['en', 'A, B, and C'],
  ['zh', 'A、B和C'],
  ['ja', 'A、B、C'],
] as const)('a list in %s', (locale, text) => expect(formatList(locale, ['A', 'B', 'C'])).toBe(text))

test.each<[Locale, string]>([
  ['ko', '5년'],
  ['en', '5 years'],
  ['zh', '5年'],
  ['ja', '5年'],
])('a span of time in words of %s', (locale, text) => expect(formatUnits(locale, 5, 'year')).toBe(text))
