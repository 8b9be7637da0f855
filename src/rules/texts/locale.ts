// Spec §2 and §9, languages: which are offered, and a service's name in each. (The first language of a page: contract/locale.ts.)
import type { ServiceInfo } from '../../../contract/shapes/welcome.ts'
import { type Locale, LOCALES, NAME_IN, namedLocales, usualLocale } from '../../../contract/locale.ts'
import type { TermsLanguage } from '../../../contract/codes.ts'

/** Terms exist in three languages. Japanese readers get the English ones. */
export const TERMS_LANGUAGE: Record<Locale, TermsLanguage> = { ko: 'KR', en: 'EN', zh: 'CN', ja: 'EN' }

/** Whether terms exist in the language of the page itself. */
export const speaksOfTerms = (locale: Locale): boolean => locale !== 'ja'

/** The languages of the service's names, within the configured list. */
export function offeredLocales(service: ServiceInfo | null, configured: readonly Locale[]): Locale[] {
  const offered = (service ? namedLocales(service) : LOCALES).filter((locale) => configured.includes(locale))
  if (!service) return offered
  return offered.length > 0 ? offered : [usualLocale(configured)]
}

type NameIn = 'display_name' | 'display_name_en' | 'display_name_cn'
type Service = Pick<ServiceInfo, 'rp_name'> & Partial<Record<NameIn, string | null | undefined>>

/** The service's name in a language, or the closest one that exists. */
export function displayName(service: Service, locale: Locale): string {
  const { display_name: ko, display_name_en: en, display_name_cn: cn, rp_name } = service
  return { ko, en, cn }[NAME_IN[locale]] || (locale === 'ko' ? ko : en) || ko || en || cn || rp_name
}

/** The banner for the language (ko, en, zh), or null. */
export function bannerUrl(service: ServiceInfo, locale: Locale): string | null {
  const banners: Record<Locale, string | null> = {
    ko: service.banner_image_url,
    en: service.banner_image_url_en,
    zh: service.banner_image_url_cn,
    ja: null,
  }
  return banners[locale] || null
}

type Name = string | null | undefined
type Named = { ko: string; en?: Name; cn?: Name; ja?: Name }

/** A name in a language, or in Korean. Without a Japanese one, Japanese readers get the English one. */
export const nameIn = (locale: Locale, names: Named): string =>
  (locale === 'ja' && names.ja) || names[NAME_IN[locale]] || names.ko

export type PolicyName = 'support' | 'cookie' | 'privacy'

/** The address of the operator's text in a language. Without a base it is that of the app's demonstration (public/policies). */
export const policyPage = (name: PolicyName, locale: Locale, base: string): string =>
  `${base || '/policies'}/${name}.${locale}.html`
