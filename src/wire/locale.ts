// Spec §9, the language a page begins in. Whoever serves the prerendered form and the app that takes it over must choose the same.
import type { Locale } from './codes'

/** Korean, or the first where there is no Korean. */
export const usualLocale = (available: readonly Locale[]): Locale =>
  available.includes('ko') ? 'ko' : (available[0] ?? 'ko')

/** The language of a tag among those available: ko-KR is ko, zh-Hans and zh-TW are zh; undefined if there is none. */
export const localeOf = (tag: string, available: readonly Locale[]): Locale | undefined =>
  available.find((locale) => locale === tag.toLowerCase().split(/[-_]/, 1)[0])

/**
 * The language a page begins in. The entry begins in Korean, unless its query names a language that is available (`ui_locales`,
 * tags in order, divided by blanks) or the visitor has chosen one in this browser (`cookie`). Strict: Korean without exception.
 * Elsewhere what was chosen comes first: an address that names a language stays where it is, and must not undo a choice.
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
