import { describe, expect, test, vi } from 'vitest'
import { formatAgo, formatDay, formatMoment, formatTime } from '../../src/i18n/dates.ts'
import type { Locale } from '../../contract/locale.ts'

const NINE = '2026-03-02T09:05:00'
const DAY = '2026\u2060年\u20603\u2060月\u20602\u2060日'

describe('Spec §9, a moment', () => {
  test.each<[Locale, string, string, string]>([
    ['ko', '2026년\u00a03월\u00a02일 오전\u00a09:05', '오전\u00a09:05', '2026년\u00a03월\u00a02일'],
    ['en', '2\u00a0Mar\u00a02026, 09:05', '09:05', '2\u00a0Mar\u00a02026'],
    ['zh', `${DAY} 09:05`, '09:05', DAY],
    ['ja', `${DAY} 09:05`, '09:05', DAY],
  ])('in %s: date with time, time of day, and day', (locale, moment, time, day) => {
    expect(formatMoment(locale, NINE)).toBe(moment)
    expect(formatTime(locale, Date.parse(NINE))).toBe(time)
    expect(formatDay(locale, NINE)).toBe(day)
  })

  test.each(['', 'yesterday', '2026-99-99', '2026-99-99T00:00:00Z'])('that is invalid is empty (%s)', (iso) => {
    expect(formatMoment('ko', iso)).toBe('')
    expect(formatDay('ko', iso)).toBe('')
    expect(formatAgo('ko', iso, Date.now())).toBe('')
  })

  test.each([
    ['Asia/Seoul', '2026년\u00a03월\u00a03일'],
    ['America/New_York', '2026년\u00a03월\u00a02일'],
  ])('has the day of the reader in %s', (zone, day) => {
    vi.stubEnv('TZ', zone)
    expect(formatDay('ko', '2026-03-02T20:00:00Z')).toBe(day)
  })
})

describe('how long ago', () => {
  const now = Date.parse('2026-03-02T09:05:00Z')
  test.each<[Locale, string, string]>([
    ['ko', '2026-02-27T09:05:00Z', '3일 전'],
    ['en', '2026-02-27T09:05:00Z', '3 days ago'],
    ['zh', '2026-02-27T09:05:00Z', '3 天前'],
    ['ja', '2026-02-27T09:05:00Z', '3日前'],
    ['en', '2026-03-02T09:04:50Z', 'a few seconds ago'],
    ['en', '2025-03-02T09:05:00Z', 'a year ago'],
  ])('in %s of %s', (locale, iso, text) => expect(formatAgo(locale, iso, now)).toBe(text))

  test('counts a moment ahead as now, because the clock of the device may be slow', () =>
    expect(formatAgo('en', '2026-03-02T10:05:00Z', now)).toBe('a few seconds ago'))
})
