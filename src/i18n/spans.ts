// Access 4.1.3, a duration in words, and a time of day, for the texts of the app. A duration: "2 minutes 30 seconds". Screen readers speak digits with a colon as a time of day.
import type { Locale } from '../../contract/locale.ts'

export function formatSpan(locale: Locale, seconds: number): string {
  const whole = Math.ceil(seconds)
  const parts = [
    { value: Math.floor(whole / 60), unit: 'minute' },
    { value: whole % 60, unit: 'second' },
  ]
  const words = parts
    .filter(({ value }) => value > 0)
    .map(({ value, unit }) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value))
    .join(' ')
  // Japanese has no spaces, and a line must not break between a number and its unit.
  return locale === 'ja' ? words.replace(/\s/g, '') : words
}

/** The time of day of a moment (epoch milliseconds), where the reader is. English is British here, as in dates.ts, which would bring dayjs. */
export const formatClock = (locale: Locale, moment: number): string =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { timeStyle: 'short' }).format(moment)
