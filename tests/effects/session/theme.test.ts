// The remembered look of a service: what is stored, what is believed of a stored record, and what the page shows.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { brandColor, contrast } from '../../../contract/brand.ts'
import { enter, saveService } from '../../../src/effects/session/session.ts'
import { followService } from '../../../src/effects/session/theme.ts'
import { changeLocale } from '../../../src/i18n/languages.ts'
import { saveToWelcome } from '../../../src/stores/welcome.ts'
import { keepTheme, mayHaveBanner, readThemes, showTheme, type Theme, widthOf } from '../../../src/state/theme.ts'
import { serviceInfo, welcomeData } from '../../support/builders.ts'
import { startApp } from '../../support/render.tsx'

const SCRIPT = ['java', 'script:'].join('')
const KEY = 'daemun.themes'
const root = document.documentElement
const shown = (name: string) => root.style.getPropertyValue(name)

const theme: Theme = {
  client_id: 'service-a',
  color: '#1B5FCC',
  ink: '#FFFFFF',
  locale: 'ko',
  name: '한걸음 러닝',
  banner: 'https://img.test/banner.png',
  icon: 'https://img.test/logo.svg',
  iconWidth: 2,
  stay: true,
  join: false,
  passkey: true,
}
const stored = (...records: unknown[]) => localStorage.setItem(KEY, JSON.stringify(records))

beforeEach(() => showTheme(null, 'ko', false))

test('a look leaves the class of a browser’s translator on the page, and takes away its own', () => {
  root.classList.add('translated-ltr')
  showTheme(theme, 'ko', true)
  expect([...root.classList].toSorted()).toEqual(['beside', 'logo', 'stay', 'translated-ltr'])
  showTheme(null, 'ko', false)
  expect([...root.classList]).toEqual(['translated-ltr'])
  root.classList.remove('translated-ltr')
})

describe('a stored record', () => {
  test.each([
    ['a colour that is a style', { color: '#1B5FCC;background:url(//evil.test)' }, { color: '' }],
    ['an ink that is no ink', { ink: 'red' }, { ink: '' }],
    ['a logo over http', { icon: 'http://img.test/logo.svg' }, { icon: '' }],
    ['a logo of another host behind a user name', { icon: 'http://localhost:x@evil.test/a.png' }, { icon: '' }],
    ['a logo without a host', { icon: 'https:evil' }, { icon: '' }],
    ['a logo that is a script', { icon: `${SCRIPT}alert(1)` }, { icon: '' }],
    ['a banner that is data', { banner: 'data:image/svg+xml,<svg/>' }, { banner: '' }],
    ['a name that is no text', { name: { a: 1 } }, { name: '' }],
    ['a name that is too long', { name: 'x'.repeat(600) }, { name: '' }],
    ['a width that breaks the header', { iconWidth: 900 }, { iconWidth: 0 }],
    ['a width that is no number', { iconWidth: '1;}' }, { iconWidth: 0 }],
    ['a row that is only truthy', { stay: 'yes' }, { stay: false }],
  ])('is believed only where it is valid: %s', (_, wrong, right) => {
    stored({ ...theme, ...wrong })
    expect(readThemes()).toEqual([{ ...theme, ...right }])
  })

  test.each(['', 'nonsense', '{}', 'null', '[null]', '7'])('counts as absent if it is %j', (text) => {
    localStorage.setItem(KEY, text)
    expect(readThemes()).toEqual([])
  })

  test('is one of eight, the last used first', () => {
    for (let at = 1; at <= 10; at++) keepTheme({ ...theme, client_id: `service-${at}` })
    keepTheme({ ...theme, client_id: 'service-5' })
    expect(readThemes().map(({ client_id }) => client_id)).toEqual(
      [5, 10, 9, 8, 7, 6, 4, 3].map((at) => `service-${at}`),
    )
  })
})

describe('the look of the page', () => {
  test('has colour, name, logo, banner and rows', () => {
    showTheme(theme, 'ko', true)
    expect(shown('--action')).toBe('#1B5FCC')
    expect(shown('--accent')).toBe('#1B5FCC')
    expect(shown('--service')).toContain('한걸음')
    expect(shown('--logo')).toContain('logo')
    expect([...root.classList].toSorted()).toEqual(['beside', 'logo', 'stay'])
  })

  test('keeps no room for the passkey where the service had none', () => {
    showTheme({ ...theme, passkey: false }, 'ko', true)
    expect([...root.classList]).toContain('no-passkey')
  })

  test('leaves out name and banner of another language, and a name whose logo has no known width', () => {
    showTheme(theme, 'en', true)
    expect([shown('--service'), shown('--banner'), root.className]).toEqual(['', '', 'beside stay logo'])
    showTheme({ ...theme, iconWidth: 0 }, 'ko', true)
    expect([shown('--service'), shown('--logo')]).toEqual(['', ''])
  })

  test.each([
    ['a banner', theme, 'ko', true],
    ['none', { ...theme, banner: '' }, 'ko', false],
    ['one of another language, and perhaps one of this', { ...theme, banner: '' }, 'en', true],
    ['nobody knows what', undefined, 'ko', true],
  ])('has room for a banner if the service has %s', (_, known, language, room) =>
    expect(mayHaveBanner(known, language)).toBe(room),
  )

  test.each(['"; --edge: red; "', 'a\\', '"}</style><script>', '\n"', "');", '😀 한'])(
    'escapes a name, which ends neither its string nor its declaration: %j',
    (name) => {
      showTheme({ ...theme, color: '', name, banner: '', icon: '' }, 'ko', false)
      expect(shown('--edge')).toBe('')
      // One CSS string: neither a quote nor a line break stands in it without a backslash.
      expect(shown('--service')).toMatch(/^"(?:[^"\\\n\r\f]|\\[^\n\r\f])*"$/)
    },
  )

  test.each([
    ['a square logo', 64, 64, 2],
    ['a wide logo', 300, 100, 6],
    ['a logo that would fill the header', 2000, 100, 7.5],
    ['a logo without a size of its own', 0, 0, 2],
  ])('reserves the width of %s', (_, naturalWidth, naturalHeight, width) =>
    expect(widthOf({ naturalWidth, naturalHeight })).toBe(width),
  )
})

describe('the ring of the focus', () => {
  const tokens = readFileSync('src/app/first/tokens.css', 'utf8')
  const token = (name: string): string => {
    const value = new RegExp(`--${name}: (?:var\\(--([a-z0-9-]+)\\)|#([0-9a-f]{3,6}));`).exec(tokens)
    if (value?.[1]) return token(value[1])
    const digits = value?.[2] ?? ''
    return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`
  }
  /** What `color-mix` makes of six parts of a colour in a hundred, on white. */
  const tint = (color: string) =>
    `#${[1, 3, 5].map((at) => Math.round(parseInt(color.slice(at, at + 2), 16) * 0.06 + 255 * 0.94).toString(16)).join('')}`
  /** What lies around a ring: the page, cards, what is under the pointer, and what is selected. It is 2 px away from what has the focus. */
  const around = (ring: string) => [...['white', 'gray-01', 'gray-02'].map(token), tint(ring)]
  const weakest = (ring: string) => Math.min(...around(ring).map((surface) => contrast(ring, surface)))

  test('is 2 px of the accent, beside what has the focus', () =>
    expect(tokens).toMatch(/:focus-visible \{\s*outline: 2px solid var\(--accent\);\s*outline-offset: 2px;/))

  test('has a contrast of 3 on every surface, with any colour of a service', () => {
    const color = fc
      .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
      .map((parts) => `#${Buffer.from(parts).toString('hex')}`)
    const examples: [string][] = [['#1B5FCC'], ['#FFD400'], ['#7F7F7F'], ['#767676'], ['#D93A00'], ['#FFFFFF']]
    fc.assert(
      fc.property(color, (own) => {
        showTheme({ ...theme, color: own, ink: brandColor(own)?.ink ?? '' }, 'ko', false)
        expect(weakest(shown('--accent') || token('accent')), own).toBeGreaterThanOrEqual(3)
      }),
      { examples },
    )
  })
})

describe('the service of a visit', () => {
  test('is shown, and remembered by its client ID', async () => {
    await startApp({ locale: 'en', settings: { VITE_JOIN_CLIENT_IDS: 'service-a' } })
    enter(welcomeData({ client_id: 'service-a', stay_session: true }))
    saveService(serviceInfo({ color: '#FFD400' }))
    expect(shown('--action')).toBe('#FFD400')
    expect(shown('--accent'), 'dark text on it: no focus ring').toBe('')
    expect(readThemes()).toMatchObject([
      { client_id: 'service-a', color: '#FFD400', ink: '#2B2F36', locale: 'en', stay: true, join: true },
    ])
  })

  test('replaces the look of another one, also before its own is known', async () => {
    await startApp()
    showTheme(theme, 'en', false)
    history.replaceState(null, '', '/init/login')
    enter(welcomeData({ client_id: 'service-b' }))
    expect(shown('--action')).toBe('')
    saveService(serviceInfo({ color: '#0A7D4B' }))
    expect(shown('--action')).toBe('#0A7D4B')
  })

  test('keeps its remembered look if the server does not say how it looks', async () => {
    await startApp()
    keepTheme(theme)
    enter(welcomeData({ client_id: 'service-a' }))
    expect(shown('--action')).toBe('#1B5FCC')
  })

  describe('stands beside its banner', () => {
    const banner_image_url = 'https://img.test/ko.png'
    const isBeside = () => root.classList.contains('beside')

    test('as soon as the member reads a language that has one, and no longer in one that has none', async () => {
      history.replaceState(null, '', '/login')
      await startApp({ locale: 'en' })
      enter(welcomeData({ client_id: 'service-a' }))
      saveService(serviceInfo({ banner_image_url }))
      expect(isBeside(), 'the form does not move when the answer arrives').toBe(false)
      await changeLocale('ko')
      saveToWelcome({ locale: 'ko' })
      expect(isBeside()).toBe(true)
      await changeLocale('en')
      saveToWelcome({ locale: 'en' })
      expect(isBeside()).toBe(false)
    })

    test('at the login page that a visitor reaches from a page without room for it', async () => {
      history.replaceState(null, '', '/join')
      await startApp({ locale: 'ko' })
      enter(welcomeData({ client_id: 'service-a' }))
      saveService(serviceInfo({ banner_image_url }))
      expect(isBeside()).toBe(true)
    })
  })

  test('is not guessed on a page without a service', async () => {
    await startApp()
    history.replaceState(null, '', '/init/login')
    showTheme(theme, 'en', false)
    saveToWelcome({ locale: 'en' })
    expect(shown('--action'), 'the entry is still asking').toBe('#1B5FCC')
    history.replaceState(null, '', '/error')
    followService()
    expect(shown('--action')).toBe('')
  })
})
