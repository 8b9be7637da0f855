import { beforeEach, describe, expect, test, vi } from 'vitest'
import type * as languages from '../../src/i18n/languages.ts'

/** A fresh copy of the module, as at the start of a page. */
let i18n: typeof languages
beforeEach(async () => {
  vi.resetModules()
  document.body.innerHTML = ''
  i18n = await import('../../src/i18n/languages.ts')
})
const lost = new Error('no texts')
const heard = (...said: Parameters<languages.Translate>) => i18n.translation().t(...said)

describe('the start', () => {
  test.each([
    ['ko', '로그인', 'ko'],
    ['en', 'Sign in', 'en'],
    ['zh', '登录', 'zh-Hans'],
    ['ja', 'ログイン', 'ja'],
  ] as const)('in %s has the first texts', async (locale, text, lang) => {
    expect(await i18n.changeLocale(locale)).toBe(true)
    expect(i18n.currentLocale()).toBe(locale)
    expect(heard('login.submit')).toBe(text)
    expect(document.documentElement.lang).toBe(lang)
  })

  test('is in Korean if the texts cannot be loaded', async () => {
    vi.spyOn(i18n.files.first, 'en').mockRejectedValue(lost)
    document.documentElement.lang = 'en'
    expect(await i18n.changeLocale('en')).toBe(false)
    expect(document.documentElement.lang, 'also where it was served in another').toBe('ko')
    expect(i18n.currentLocale()).toBe('ko')
    expect(heard('login.submit')).toBe('로그인')
  })
})

describe('the texts of the first form', () => {
  test('are taken from a page that brings them, in its own language', async () => {
    document.body.innerHTML =
      '<script type="application/json" id="texts" data-locale="en">{"login.submit":"In"}</script>'
    const asked = vi.spyOn(i18n.files.first, 'en')
    await i18n.changeLocale('en')
    expect(heard('login.submit')).toBe('In')
    expect(asked).not.toHaveBeenCalled()
    await i18n.changeLocale('ja')
    expect(heard('login.submit')).toBe('ログイン')
  })

  test.each(['ko', 'en', 'zh', 'ja'] as const)('have nothing to be filled in (%s)', async (locale) => {
    const { default: first } = (await i18n.files.first[locale]?.()) ?? (await import('../../locales/ko/login.json'))
    expect(Object.values(first).filter((text) => /\{\{|\$t\(|</.test(text))).toEqual([])
    expect(Object.keys(first).filter((key) => /_(zero|one|two|few|many|other)$/.test(key))).toEqual([])
  })

  test('are the same when those of the other pages have come', async () => {
    await i18n.changeLocale('en')
    const { default: first } = await import('../../locales/en/login.json')
    const keys = Object.keys(first) as (keyof typeof first)[]
    const before = keys.map((key) => heard(key))
    await i18n.loadLaterTexts()
    expect(keys.map((key) => heard(key))).toEqual(before)
    expect(before).toEqual(Object.values(first))
  })
})

describe('the texts of the other pages', () => {
  test('are filled in, in each language', async () => {
    await i18n.loadLaterTexts()
    expect(heard('sms.waitSeconds', { seconds: 7 })).toContain('7초')
    await i18n.changeLocale('en')
    expect(heard('sms.waitSeconds', { seconds: 7 })).toMatch(/ 7 seconds/)
  })

  test.each([
    ['ja', 'Step\u00a0Learning'],
    ['zh', 'Step\u00a0Learning'],
    ['en', 'Step Learning'],
  ] as const)('in %s keep the words of a name together where lines break anywhere', async (locale, name) => {
    i18n.nameService(() => 'Step Learning')
    await i18n.changeLocale(locale)
    await i18n.loadLaterTexts()
    expect(heard('member.joinedText')).toContain(name)
    expect(heard('refused.servicePermission', { service: 'Step Learning' })).toContain(name)
  })

  test('that could not be loaded are asked for again', async () => {
    vi.spyOn(i18n.files.later, 'ko').mockRejectedValueOnce(lost)
    await expect(i18n.loadLaterTexts()).rejects.toThrow(lost)
    await i18n.loadLaterTexts()
    expect(heard('sms.title')).not.toBe('sms.title')
  })
})

describe('another language', () => {
  test('whose texts cannot be loaded: the page keeps the language it has, and shows no keys', async () => {
    await i18n.changeLocale('en')
    vi.spyOn(i18n.files.first, 'zh').mockRejectedValueOnce(lost)
    expect(await i18n.changeLocale('zh')).toBe(false)
    expect(i18n.currentLocale()).toBe('en')
    expect(heard('login.submit')).toBe('Sign in')
    expect(await i18n.changeLocale('zh')).toBe(true)
    expect(heard('login.submit')).toBe('登录')
  })

  test('brings the later texts too, once the page has asked for them', async () => {
    await i18n.loadLaterTexts()
    await i18n.changeLocale('ja')
    const { default: sms } = await import('../../locales/ja/sms.json')
    expect(heard('sms.title')).toBe(sms['sms.title'])
  })

  test('that is asked for last is the one that stays, also where the one before it comes later', async () => {
    let arrive = () => {}
    const english = import('../../locales/en/login.json')
    vi.spyOn(i18n.files.first, 'en').mockReturnValue(
      new Promise((resolve) => (arrive = () => void english.then(resolve))),
    )
    const first = i18n.changeLocale('en')
    expect(await i18n.changeLocale('ja')).toBe(true)
    arrive()
    expect(await first).toBe(true)
    expect([i18n.currentLocale(), document.documentElement.lang]).toEqual(['ja', 'ja'])
  })

  test('has the later texts also where the page asked for its own in the meantime', async () => {
    const changing = i18n.changeLocale('en')
    await Promise.all([changing, i18n.loadLaterTexts()])
    expect(i18n.currentLocale()).toBe('en')
    expect(heard('sms.waitSeconds', { seconds: 7 })).toMatch(/ 7 seconds/)
  })

  test('asks for each file once', async () => {
    const asked = vi.spyOn(i18n.files.later, 'ko')
    await Promise.all([i18n.loadLaterTexts(), i18n.loadLaterTexts()])
    await i18n.loadLaterTexts()
    expect(asked).toHaveBeenCalledOnce()
  })
})

describe('the texts of pages that bring their own', () => {
  test('load with these pages, and follow the language', async () => {
    const { loadAccountTexts } = await import('../../src/i18n/accountTexts.ts')
    await i18n.changeLocale('en')
    await i18n.loadLaterTexts()
    expect(heard('account.signOut')).toBe('account.signOut')
    await loadAccountTexts()
    expect(heard('account.signOut')).toBe('Sign out')
    await i18n.changeLocale('ko')
    expect(heard('account.signOut')).toBe('로그아웃')
  })
})
