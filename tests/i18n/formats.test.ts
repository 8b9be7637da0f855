import { describe, expect, test } from 'vitest'
import { formatDecimal, formatMoment, formatMoney } from '../../src/i18n/formats'
import { LOCALES, type Locale } from '../../src/wire/codes'

describe('Spec §9, currency: KRW for ko, USD for en, CNY for zh', () => {
  test.each<[Locale, string]>([
    ['ko', '₩1,235'],
    ['en', '$1,234.50'],
    ['zh', '¥1,234.50'],
  ])('%s', (locale, text) => expect(formatMoney(locale, 1234.5)).toBe(text))
})

describe('Spec §9, decimals', () => {
  test.each<[string, Locale, number, string]>([
    ['ko has 3 significant digits', 'ko', 1234.5678, '1,230'],
    ['ko of a small number', 'ko', 0.0012345, '0.00123'],
    ['en has exactly 2 fraction digits', 'en', 1234.5678, '1,234.57'],
    ['en of a whole number', 'en', 5, '5.00'],
    ['zh has 3 to 5 significant digits: at most 5', 'zh', 1234.5678, '1,234.6'],
    ['zh: at least 3', 'zh', 5, '5.00'],
    ['zh: as many as there are', 'zh', 1.234, '1.234'],
  ])('%s', (_, locale, value, text) => expect(formatDecimal(locale, value)).toBe(text))
})

describe('a moment', () => {
  test.each(LOCALES)('in %s has its year and its time', (locale) =>
    expect(formatMoment(locale, '2026-03-02T09:05:00')).toMatch(/(?=.*(2026|26))(?=.*9[:時]05)/),
  )
  test.each(['', 'yesterday', '2026-99-99T00:00:00Z'])('that is none is empty (%s)', (iso) =>
    expect(formatMoment('ko', iso)).toBe(''),
  )
})
