// Spec §9, dates and times in the language of the page, by dayjs (decision 0013). Only lazily loaded modules may import this file.
import dayjs from 'dayjs'
import 'dayjs/locale/en-gb.js'
import 'dayjs/locale/ja.js'
import 'dayjs/locale/ko.js'
import 'dayjs/locale/zh.js'
import localizedFormat from 'dayjs/plugin/localizedFormat.js'
import relativeTime from 'dayjs/plugin/relativeTime.js'
import type { Locale } from '../../contract/locale.ts'

dayjs.extend(localizedFormat)
dayjs.extend(relativeTime)

/** English is British here, as the texts are: 1 Dec 2026, 14:05. */
const names: Record<Locale, string> = { ko: 'ko', en: 'en-gb', zh: 'zh', ja: 'ja' }

/** NOTE: dayjs rolls a day like 2026-02-31 over to March if the text has no time zone. The Date of the platform refuses month 99 at least. */
const at = (locale: Locale, moment: string | number) => dayjs(new Date(moment)).locale(names[locale])

/** Without a place at which a line may break, also between Chinese or Japanese characters and digits. */
const whole = (words: string): string =>
  words.replaceAll(' ', '\u00a0').replaceAll(/\d(?=[年月日])|[年月](?=\d)/g, '$&\u2060')

/** '' for a moment that is none. A line breaks between the day and the time, and never within one of them. */
function formatted(locale: Locale, moment: string | number, ...forms: readonly ('ll' | 'LT')[]): string {
  const time = at(locale, moment)
  return time.isValid() ? forms.map((form) => whole(time.format(form))).join(locale === 'en' ? ', ' : ' ') : ''
}

/** A moment as date and time in the reader's time zone, or '' for an invalid one. */
export const formatMoment = (locale: Locale, iso: string): string => formatted(locale, iso, 'll', 'LT')

/** The time of day of a moment (epoch milliseconds), in the time zone of the reader. */
export const formatTime = (locale: Locale, moment: number): string => formatted(locale, moment, 'LT')

/** The day of a moment in the reader's time zone, or '' for an invalid one. */
export const formatDay = (locale: Locale, iso: string): string => formatted(locale, iso, 'll')

/** How long ago a moment was: 3 days ago. '' for an invalid one. A moment ahead is a clock that goes wrong, and counts as now. */
export function formatAgo(locale: Locale, iso: string, now: number): string {
  const time = at(locale, iso)
  return time.isValid() ? at(locale, Math.min(time.valueOf(), now)).from(at(locale, now)) : ''
}
