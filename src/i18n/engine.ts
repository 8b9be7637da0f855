// i18next, which fills names and numbers into texts, and react-i18next, with which the pages behind the login form read them. The language
// is the page's (languages.ts): i18next follows it at once, because the texts are there before it changes.
import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { StoreApi } from 'zustand/vanilla'
import type { Locale } from '../../contract/locale.ts'
import { formatClock, formatSpan } from './spans.ts'

type Known = Partial<Record<Locale, Record<string, string>>>

/** 20 characters: a longer name would not fit beside the words of its sentence on the narrowest phone. */
const SHORT = 20

/** Chinese and Japanese lines break between any two characters, so the words of a short name stay together. */
const wordsTogether = (value: string): string =>
  /^(?:zh|ja)/.test(i18next.language) && value.length <= SHORT ? value.replaceAll(' ', '\u00a0') : value

export function start(
  known: Known,
  page: Pick<StoreApi<{ locale: Locale }>, 'getState' | 'subscribe'>,
  serviceName: () => string,
): i18n {
  void i18next.use(initReactI18next).init({
    lng: page.getState().locale,
    fallbackLng: 'ko',
    resources: Object.fromEntries(
      Object.entries(known).map(([locale, texts]) => [locale, { translation: { ...texts } }]),
    ),
    keySeparator: false,
    // No key contains one. Without a separator, i18next tests every key for a path.
    nsSeparator: ':',
    initAsync: false,
    // A translator of the browser replaces text nodes, and React then loses those that stand beside an element.
    react: { useSuspense: false, transWrapTextNodes: 'span' },
    interpolation: {
      // No value is HTML: React escapes it.
      escapeValue: true,
      escape: wordsTogether,
      defaultVariables: {
        get service() {
          // Not by t(), which asks for this variable.
          return serviceName() || String(i18next.getResource(i18next.language, 'translation', 'shell.theService'))
        },
      },
    },
  })
  // `{{seconds, span}}`: minutes and seconds in the words of the language.
  i18next.services.formatter?.add('span', (seconds: number, lng) => formatSpan((lng ?? 'ko') as Locale, seconds))
  // `{{until, time}}`: the time of day of a moment (epoch milliseconds), where the reader is.
  i18next.services.formatter?.add('time', (moment: number, lng) => formatClock((lng ?? 'ko') as Locale, moment))
  page.subscribe(({ locale }) => void i18next.changeLanguage(locale))
  return i18next
}
