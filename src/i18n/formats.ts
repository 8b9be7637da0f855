// Spec §9, money, decimals and lists, in the language of the page.
import type { Locale } from '../../contract/locale.ts'

const currency: Record<Locale, string> = { ko: 'KRW', en: 'USD', zh: 'CNY', ja: 'JPY' }

const decimals: Record<Locale, Intl.NumberFormatOptions> = {
  ko: { maximumSignificantDigits: 3 },
  en: { minimumFractionDigits: 2, maximumFractionDigits: 2 },
  zh: { minimumSignificantDigits: 3, maximumSignificantDigits: 5 },
  ja: { maximumSignificantDigits: 3 },
}

/** An amount in the currency of the language; no page shows one yet. */
export const formatMoney = (locale: Locale, amount: number): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: currency[locale] }).format(amount)

/** Joins several items as the language does in a sentence. */
export const formatList = (locale: Locale, items: readonly string[]): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(items)

/** The size of a file, on one line: whole kilobytes, or megabytes with the decimals of the language. */
export function formatSize(locale: Locale, bytes: number): string {
  const [value, unit] =
    bytes < 1_000_000 ? [Math.max(1, Math.round(bytes / 1000)), 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  const digits = unit === 'megabyte' ? decimals[locale] : {}
  return new Intl.NumberFormat(locale, { style: 'unit', unit, ...digits }).format(value).replace(' ', '\u00a0')
}

/** A span of time in one unit, in words: 3 years. Japanese has no space between a number and its unit. */
export function formatUnits(locale: Locale, value: number, unit: 'year' | 'day'): string {
  const words = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
  return locale === 'ja' ? words.replace(/\s/g, '') : words
}
