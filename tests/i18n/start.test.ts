import i18next from 'i18next'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type * as start from '../../src/i18n/start'

/** The module as a page finds it at its start. */
let i18n: typeof start
beforeEach(async () => {
  vi.resetModules()
  i18n = await import('../../src/i18n/start')
})
const failing = () =>
  vi.spyOn(i18next, 'addResourceBundle').mockImplementation(() => {
    throw new Error('no texts')
  })

describe('the start', () => {
  test.each([
    ['ko', '로그인', 'ko'],
    ['en', 'Sign in', 'en'],
    ['zh', '登录', 'zh-Hans'],
    ['ja', 'ログイン', 'ja'],
  ] as const)('in %s has the first texts', async (locale, text, lang) => {
    await i18n.startI18n(locale)
    expect(i18n.currentLocale()).toBe(locale)
    expect(i18next.t('login.submit')).toBe(text)
    // The page itself comes in Korean.
    expect(locale === 'ko' ? lang : document.documentElement.lang).toBe(lang)
  })

  test('where the texts cannot be had speaks Korean', async () => {
    // The methods of the store are put in place by the start itself.
    const init = i18next.init.bind(i18next)
    vi.spyOn(i18next, 'init').mockImplementation(async (options = {}) => {
      const started = await init(options)
      failing()
      return started
    })
    document.documentElement.lang = 'en'
    expect(await i18n.startI18n('en')).toBe(false)
    expect(document.documentElement.lang, 'also where it was served in another').toBe('ko')
    expect(i18n.currentLocale()).toBe('ko')
    expect(i18next.t('login.submit')).toBe('로그인')
  })
})

describe('another language', () => {
  test('whose texts cannot be had: the page keeps the language it has, and shows no keys', async () => {
    await i18n.startI18n('en')
    const lost = failing()
    expect(await i18n.changeLocale('zh')).toBe(false)
    expect(i18n.currentLocale()).toBe('en')
    expect(i18next.t('login.submit')).toBe('Sign in')
    lost.mockRestore()
    expect(await i18n.changeLocale('zh')).toBe(true)
    expect(i18next.t('login.submit')).toBe('登录')
  })

  test('brings the later texts too, once the page has asked for them', async () => {
    await i18n.startI18n('ko')
    await i18n.loadLaterTexts()
    await i18n.changeLocale('ja')
    expect(i18next.exists('sms.title', { lng: 'ja' })).toBe(true)
    expect(i18next.t('sms.title')).not.toBe('sms.title')
  })

  test('asks for each file once', async () => {
    await i18n.startI18n('ko')
    const added = vi.spyOn(i18next, 'addResourceBundle')
    await Promise.all([i18n.loadLaterTexts(), i18n.loadLaterTexts()])
    const files = added.mock.calls.length
    await i18n.loadLaterTexts()
    expect(added).toHaveBeenCalledTimes(files)
  })
})
