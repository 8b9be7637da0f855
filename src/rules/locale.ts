// Spec §2 and §9, languages: which are offered, and a service's name in each. (The first language of a page: wire/locale.ts.)
import type { ServiceInfo } from '../wire/welcome'
import { LOCALES } from '../wire/codes'
import { usualLocale } from '../wire/locale'
import type { Locale, TermsLanguage } from '../wire/codes'
import type { Code } from '../wire/service'

export const LANGUAGE_NAMES: Record<Locale, string> = { ko: '한국어', en: 'English', zh: '中文', ja: '日本語' }

export const htmlLang = (locale: Locale): string => (locale === 'zh' ? 'zh-Hans' : locale)

/** Terms exist in three languages. Japanese readers get the English ones. */
export const termsLanguage = (locale: Locale): TermsLanguage => (locale === 'ko' ? 'KR' : locale === 'zh' ? 'CN' : 'EN')

/** The service's display-name variants within the configured list. Japanese has no variant: any foreign one is enough. */
export function offeredLocales(service: ServiceInfo | null, configured: readonly Locale[]): Locale[] {
  if (!service) return LOCALES.filter((locale) => configured.includes(locale))
  const { display_name: ko, display_name_en: en, display_name_cn: zh } = service
  const variants = { ko, en, zh, ja: en || zh }
  const offered = LOCALES.filter((locale) => configured.includes(locale) && variants[locale])
  return offered.length > 0 ? offered : [usualLocale(configured)]
}

/** The service's name in a language, or the closest one that exists. */
export function displayName(service: ServiceInfo, locale: Locale): string {
  const { display_name: ko, display_name_en: en, display_name_cn: zh, rp_name } = service
  const first = { ko, en, zh, ja: en }[locale]
  return first || (locale === 'ko' ? ko : en) || ko || en || zh || rp_name
}

/** The banner for the language (ko, en, zh), or null. */
export function bannerUrl(service: ServiceInfo, locale: Locale): string | null {
  const banners = {
    ko: service.banner_image_url,
    en: service.banner_image_url_en,
    zh: service.banner_image_url_cn,
    ja: null,
  }
  return banners[locale] || null
}

/** A code's name in a language, or in Korean. */
export const codeName = (code: Pick<Code, 'code_name' | 'code_name_en' | 'code_name_cn'>, locale: Locale): string =>
  ({ ko: code.code_name, en: code.code_name_en, zh: code.code_name_cn, ja: code.code_name_en })[locale] ||
  code.code_name
