import { describe, expect, test } from 'vitest'
import { countryNames } from '../../../src/rules/join/codeNames.ts'
import * as rules from '../../../src/rules/texts/locale.ts'
import type { ServiceInfo } from '../../../contract/shapes/welcome.ts'
import { HTML_LANG, LANGUAGE_NAMES, type Locale, LOCALES } from '../../../contract/locale.ts'
import { service } from '../builders.ts'

const all: readonly Locale[] = LOCALES
const korean: Partial<ServiceInfo> = { display_name_en: null, display_name_cn: '' }

describe('languages offered', () => {
  test.each<[string, Partial<ServiceInfo> | null, readonly Locale[], Locale[]]>([
    ['derive from the display-name variants', {}, ['ko', 'en', 'zh'], ['ko', 'en', 'zh']],
    ['only those the service has', { display_name_en: null }, ['ko', 'en', 'zh'], ['ko', 'zh']],
    ['only those that are configured', {}, ['ko', 'en'], ['ko', 'en']],
    ['ja where it is configured and a foreign variant exists', {}, all, ['ko', 'en', 'zh', 'ja']],
    ['ja where only a Chinese variant exists', { display_name_en: null }, all, ['ko', 'zh', 'ja']],
    ['no ja without a foreign variant', korean, all, ['ko']],
    ['no variant at all: ko', { ...korean, display_name: null }, all, ['ko']],
    ['no variant, and ko not configured: the first', { ...korean, display_name: null }, ['en', 'zh'], ['en']],
    ['service unknown: all that are configured', null, ['zh', 'ko'], ['ko', 'zh']],
  ])('%s', (_, variants, configured, offered) =>
    expect(rules.offeredLocales(variants && service(variants), configured)).toEqual(offered),
  )
})

test.each<[Locale, string, string, string]>([
  ['ko', 'KR', 'ko', '한국어'],
  ['en', 'EN', 'en', 'English'],
  ['zh', 'CN', 'zh-Hans', '中文'],
  ['ja', 'EN', 'ja', '日本語'],
])('%s: terms in %s, lang=%s, named %s', (locale, terms, lang, name) => {
  expect(rules.TERMS_LANGUAGE[locale]).toBe(terms)
  expect(HTML_LANG[locale]).toBe(lang)
  expect(LANGUAGE_NAMES[locale]).toBe(name)
})

test.each<[string, Partial<ServiceInfo>, Locale, string]>([
  ['in Korean', {}, 'ko', '파트너'],
  ['in English', {}, 'en', 'Partner'],
  ['in Chinese', {}, 'zh', '伙伴'],
  ['in Japanese as in English', {}, 'ja', 'Partner'],
  ['Chinese without a variant as in English', { display_name_cn: null }, 'zh', 'Partner'],
  ['without a foreign one as in Korean', korean, 'ja', '파트너'],
  ['without any by its rp_name', { ...korean, display_name: null }, 'en', 'partner-a'],
])('the service is called %s', (_, names, locale, name) => expect(rules.displayName(service(names), locale)).toBe(name))

test.each<[Locale, string | null]>([
  ['ko', 'https://img.example/ko'],
  ['en', 'https://img.example/en'],
  ['zh', null],
  ['ja', null],
])('the banner of %s', (locale, url) => {
  const banners = {
    banner_image_url: 'https://img.example/ko',
    banner_image_url_en: 'https://img.example/en',
    banner_image_url_cn: '',
  }
  expect(rules.bannerUrl(service(banners), locale)).toBe(url)
})

test.each<[string, Locale, string]>([
  ['KR', 'ja', '韓国'],
  ['KR', 'ko', '대한민국'],
  ['UG', 'zh', '乌干达'],
  ['US', 'en', 'United States'],
  ['410', 'ja', 'named by the service'],
  ['XQ', 'en', 'named by the service'],
])('the country %s is named in %s: %s', (code, locale, name) => {
  const country = { code, code_name: 'named by the service', code_name_en: null, code_name_cn: null }
  expect(countryNames(locale)(country)).toBe(name)
})

test.each<[string, Locale, string]>([
  ['KR', 'ko', '한국'],
  ['US', 'en', 'US'],
  ['XQ', 'ko', 'named by the service'],
])('beside its calling code, the country %s is named in %s: %s', (code, locale, name) => {
  const country = { code, code_name: 'named by the service', code_name_en: null, code_name_cn: null }
  expect(countryNames(locale, 'short')(country)).toBe(name)
})
