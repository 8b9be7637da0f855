// Spec §9, the languages of the interface, and the first language of a page. The static server and the app must choose the same one.

/** Languages of the interface (Spec §9). */
export const LOCALES = ['ko', 'en', 'zh', 'ja'] as const
export type Locale = (typeof LOCALES)[number]

/** Each language, named in that language. */
export const LANGUAGE_NAMES: Record<Locale, string> = { ko: '한국어', en: 'English', zh: '中文', ja: '日本語' }

/** The `lang` of a page in each language. */
export const HTML_LANG: Record<Locale, string> = { ko: 'ko', en: 'en', zh: 'zh-Hans', ja: 'ja' }

/** The wire has names in Korean, English and Chinese. This is the name for each language of the interface. */
export const NAME_IN: Record<Locale, 'ko' | 'en' | 'cn'> = { ko: 'ko', en: 'en', zh: 'cn', ja: 'en' }

type Names = { [name in 'display_name' | 'display_name_en' | 'display_name_cn']?: string | null | undefined }

/** The languages in which a service has a name. Japanese has no name of its own: any foreign one is enough. */
export function namedLocales({ display_name: ko, display_name_en: en, display_name_cn: zh }: Names): Locale[] {
  const names: Record<Locale, unknown> = { ko, en, zh, ja: en || zh }
  return LOCALES.filter((locale) => names[locale])
}

/** Korean, or the first available language if Korean is not available. */
export const usualLocale = (available: readonly Locale[]): Locale =>
  available.includes('ko') ? 'ko' : (available[0] ?? 'ko')

/** The available language of a tag, or undefined: ko-KR is ko, zh-Hans and zh-TW are zh. */
export const localeOf = (tag: string, available: readonly Locale[]): Locale | undefined =>
  available.find((locale) => locale === tag.toLowerCase().split(/[-_]/, 1)[0])

/**
 * The first language of a page. The entry begins in Korean unless its query names an available language (`ui_locales`, tags in order,
 * separated by spaces) or the visitor chose a language in this browser (`cookie`). `strict`: always Korean.
 * On other pages the chosen language comes first, because an address that names a language keeps it, and must not undo a choice.
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
  const asked = given.ui_locales
    .slice(0, 512)
    .split(' ')
    .map((tag) => localeOf(tag, available))
    .find((locale) => locale !== undefined)
  if (given.isEntry && given.strict) return usualLocale(available)
  return (given.isEntry ? (asked ?? chosen) : (chosen ?? asked)) ?? usualLocale(available)
}
