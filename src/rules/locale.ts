// Spec §2 and §9, languages: which are offered, which one a page begins in, and what a service is called in it.
import type { ServiceInfo } from '../wire/welcome'
import { LOCALES } from '../wire/codes'
import type { Locale, TermsLanguage } from '../wire/codes'
import type { Code } from '../wire/service'

export const LANGUAGE_NAMES: Record<Locale, string> = { ko: '한국어', en: 'English', zh: '中文', ja: '日本語' }

export const htmlLang = (locale: Locale): string => (locale === 'zh' ? 'zh-Hans' : locale)

/** Terms exist in three languages; Japanese readers are given the English ones. */
export const termsLanguage = (locale: Locale): TermsLanguage => (locale === 'ko' ? 'KR' : locale === 'zh' ? 'CN' : 'EN')

const fallback = (available: readonly Locale[]): Locale => (available.includes('ko') ? 'ko' : (available[0] ?? 'ko'))

/** The service's display-name variants within the configured list. Japanese has no variant: any foreign one lets it in. */
export function offeredLocales(service: ServiceInfo | null, configured: readonly Locale[]): Locale[] {
  if (!service) return LOCALES.filter((locale) => configured.includes(locale))
  const { display_name: ko, display_name_en: en, display_name_cn: zh } = service
  const variants = { ko, en, zh, ja: en || zh }
  const offered = LOCALES.filter((locale) => configured.includes(locale) && variants[locale])
  return offered.length > 0 ? offered : [fallback(configured)]
}

/** The language of a tag among those available: ko-KR is ko, zh-Hans and zh-TW are zh; undefined if there is none. */
export const localeOf = (tag: string, available: readonly Locale[]): Locale | undefined =>
  available.find((locale) => locale === tag.toLowerCase().split(/[-_]/, 1)[0])

/**
 * The language a page begins in. The entry begins in Korean, unless its query names a language that is available (`ui_locales`,
 * tags in order, divided by blanks) or the visitor has chosen one in this browser (`cookie`). Strict: Korean without exception.
 */
export function startLocale(given: {
  strict: boolean
  cookie: string | undefined
  ui_locales: string
  available: readonly Locale[]
  isEntry: boolean
}): Locale {
  const { available } = given
  const chosen = given.cookie === undefined ? undefined : localeOf(given.cookie, available)
  if (!given.isEntry) return chosen ?? fallback(available)
  if (given.strict) return fallback(available)
  const asked = given.ui_locales
    .slice(0, 512)
    .split(' ')
    .map((tag) => localeOf(tag, available))
  return asked.find((locale) => locale !== undefined) ?? chosen ?? fallback(available)
}

/** The service's name in a language, or the nearest one it has. */
export function displayName(service: ServiceInfo, locale: Locale): string {
  const { display_name: ko, display_name_en: en, display_name_cn: zh, rp_name } = service
  const first = { ko, en, zh, ja: en }[locale]
  return first || (locale === 'ko' ? ko : en) || ko || en || zh || rp_name
}

/** The banner drawn for the language (ko, en, zh), or null: there is none. */
export function bannerUrl(service: ServiceInfo, locale: Locale): string | null {
  const banners = {
    ko: service.banner_image_url,
    en: service.banner_image_url_en,
    zh: service.banner_image_url_cn,
    ja: null,
  }
  return banners[locale] || null
}

/** A code's name in a language, or the Korean one. */
export const codeName = (code: Pick<Code, 'code_name' | 'code_name_en' | 'code_name_cn'>, locale: Locale): string =>
  ({ ko: code.code_name, en: code.code_name_en, zh: code.code_name_cn, ja: code.code_name_en })[locale] ||
  code.code_name
