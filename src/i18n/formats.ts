// Spec §9, money, decimals and dates in the language of the page.
import type { Locale } from '../wire/codes'

const currency: Record<Locale, string> = { ko: 'KRW', en: 'USD', zh: 'CNY', ja: 'JPY' }

const decimals: Record<Locale, Intl.NumberFormatOptions> = {
  ko: { maximumSignificantDigits: 3 },
  en: { minimumFractionDigits: 2, maximumFractionDigits: 2 },
  zh: { minimumSignificantDigits: 3, maximumSignificantDigits: 5 },
  ja: { maximumSignificantDigits: 3 },
}

export const formatMoney = (locale: Locale, amount: number): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: currency[locale] }).format(amount)

export const formatDecimal = (locale: Locale, value: number): string =>
  new Intl.NumberFormat(locale, decimals[locale]).format(value)

/** A moment as date and time, in the time zone of the reader; '' for anything that is no moment. */
export function formatMoment(locale: Locale, iso: string): string {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return ''
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(moment)
}

/** The day of a moment, in the time zone of the reader; '' for anything that is no moment. */
export function formatDay(locale: Locale, iso: string): string {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return ''
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(moment)
}

/** The size of a file, in whole kilobytes or tenths of megabytes. */
export function formatSize(locale: Locale, bytes: number): string {
  const isLarge = bytes >= 1_000_000
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  }).format(isLarge ? bytes / 1_000_000 : Math.max(1, bytes / 1000))
}
