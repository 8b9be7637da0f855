import { describe, expect, test } from 'vitest'
import { type Locale, localeOf, LOCALES, startLocale } from '../../contract/locale.ts'

const all: readonly Locale[] = LOCALES

describe('the language a page begins in', () => {
  const entry = { strict: false, cookie: undefined, ui_locales: '', available: all, isEntry: true }
  test.each<[string, Partial<Parameters<typeof startLocale>[0]>, Locale]>([
    ['ko is forced on the welcome entry', {}, 'ko'],
    ['unless ui_locales names one', { ui_locales: 'en' }, 'en'],
    ['unless the visitor has chosen one', { cookie: 'zh' }, 'zh'],
    ['ui_locales goes before an earlier choice', { ui_locales: 'en', cookie: 'zh' }, 'en'],
    ['ui_locales: the first that is available', { ui_locales: 'fr zh-TW en' }, 'zh'],
    ['ui_locales: what stands after 512 characters does not count', { ui_locales: `${'x'.repeat(512)} en` }, 'ko'],
    ['ui_locales: none available', { ui_locales: 'fr de' }, 'ko'],
    ['ui_locales: not among those available', { ui_locales: 'ja', available: ['ko', 'en'] }, 'ko'],
    ['strict: ko without exception', { strict: true, ui_locales: 'en', cookie: 'zh' }, 'ko'],
    ['elsewhere: the choice', { isEntry: false, cookie: 'ja' }, 'ja'],
    ['elsewhere: the choice, strict or not', { isEntry: false, strict: true, cookie: 'ja' }, 'ja'],
    ['elsewhere: what ui_locales names', { isEntry: false, ui_locales: 'en' }, 'en'],
    ['elsewhere: the choice goes before it', { isEntry: false, ui_locales: 'en', cookie: 'ja' }, 'ja'],
    ['elsewhere: ko by default', { isEntry: false }, 'ko'],
    ['a cookie that is no language', { cookie: '../../x' }, 'ko'],
    ['without ko: the first', { available: ['en', 'zh'] }, 'en'],
  ])('%s', (_, given, locale) => expect(startLocale({ ...entry, ...given })).toBe(locale))
})

test.each<[string, Locale | undefined]>([
  ['ko', 'ko'],
  ['ko-KR', 'ko'],
  ['EN-us', 'en'],
  ['zh-Hans', 'zh'],
  ['zh-TW', 'zh'],
  ['ja_JP', 'ja'],
  ['kok', undefined],
  ['', undefined],
])('the tag "%s" is %s', (tag, locale) => expect(localeOf(tag, all)).toBe(locale))
