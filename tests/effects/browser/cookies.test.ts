import { describe, expect, test, vi } from 'vitest'
import {
  localeCookie,
  removeWelcomeCookie,
  setLocaleCookie,
  setVisitLocaleCookie,
  setWelcomeCookie,
  visitLocaleCookie,
} from '../../../src/effects/browser/cookies.ts'
import { keepVisitLocale } from '../../../src/effects/session/visitLocale.ts'
import { saveToWelcome } from '../../../src/stores/welcome.ts'
import { holdTime } from '../../support/clock.ts'

/** Everything that was written to document.cookie. */
const written = () => vi.spyOn(document, 'cookie', 'set').mockImplementation(() => {})
const lasts = (line = '') => Date.parse(/expires=([^;]+)/.exec(line)?.[1] ?? '') - Date.now()

test('the welcome cookie lasts 1 minute', () => {
  holdTime(new Date('2026-03-02T09:00:00Z'))
  const cookie = written()
  setWelcomeCookie()
  const [line] = cookie.mock.calls[0] ?? []
  expect(line).toMatch(/^daemun_welcome=1; path=\/;/)
  expect(line).toMatch(/sameSite=Lax/i)
  expect(lasts(line)).toBe(60_000)
})

test('the locale cookie lasts 7 days', () => {
  holdTime(new Date('2026-03-02T09:00:00Z'))
  const cookie = written()
  setLocaleCookie('zh')
  const [line] = cookie.mock.calls[0] ?? []
  expect(line).toMatch(/^daemun_locale=zh;/)
  expect(lasts(line)).toBe(7 * 86_400_000)
})

describe('over TLS', () => {
  test('each is secure, and named so that no other host of the site can set it', () => {
    vi.stubGlobal('location', { protocol: 'https:' })
    holdTime(new Date('2026-03-02T09:00:00Z'))
    const cookie = written()
    setWelcomeCookie()
    setLocaleCookie('ko')
    setVisitLocaleCookie('en', new Date(Date.now() + 60_000))
    removeWelcomeCookie()
    expect(cookie).toHaveBeenCalledTimes(4)
    for (const [line] of cookie.mock.calls) expect(line).toMatch(/^__Host-daemun_\w+=.*; path=\/;.*; secure/)
  })

  test('a language of another host of the site is not taken for the visitor’s', () => {
    vi.stubGlobal('location', { protocol: 'https:' })
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('daemun_locale=ja; daemun_visit_locale=ja')
    expect([localeCookie(), visitLocaleCookie()]).toEqual([undefined, undefined])
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('daemun_locale=ja; __Host-daemun_locale=en')
    expect(localeCookie()).toBe('en')
  })
})

test('the welcome cookie is removed, and the language of the visitor is read as it was written', () => {
  setWelcomeCookie()
  setLocaleCookie('ja')
  expect(document.cookie).toContain('daemun_welcome=1')
  removeWelcomeCookie()
  expect(document.cookie).not.toContain('daemun_welcome')
  expect(localeCookie()).toBe('ja')
  document.cookie = 'daemun_locale=%E0%A4%A; Path=/'
  expect(() => localeCookie()).not.toThrow()
})

test('the language of a visit is kept for as long as the visit lasts, and follows a choice', () => {
  holdTime(new Date('2026-03-02T09:00:00Z'))
  const cookie = written()
  keepVisitLocale()
  expect(cookie).not.toHaveBeenCalled()
  saveToWelcome({ locale: 'en', welcome_expiry: Date.now() + 50 * 60_000 })
  saveToWelcome({ init_password: true })
  saveToWelcome({ locale: 'zh' })
  const lines = cookie.mock.calls.map(([line]) => line)
  expect(lines).toEqual([
    expect.stringMatching(/^daemun_visit_locale=en; path=\/;/),
    expect.stringMatching(/^daemun_visit_locale=zh; path=\/;/),
  ])
  expect(lasts(lines[0])).toBe(50 * 60_000)
})
