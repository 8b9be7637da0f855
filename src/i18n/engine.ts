// i18next, which fills names and numbers into texts. Each call names the language (languages.ts).
import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Locale } from '../wire/locale.ts'
import { formatSpan } from './spans.ts'

export function start(known: Partial<Record<string, Record<string, string>>>): i18n {
  void i18next.use(initReactI18next).init({
    lng: 'ko',
    fallbackLng: 'ko',
    resources: Object.fromEntries(
      Object.entries(known).map(([locale, texts = {}]) => [locale, { translation: { ...texts } }]),
    ),
    keySeparator: false,
    // No key contains one. Without a separator, i18next tests every key for a path.
    nsSeparator: ':',
    initAsync: false,
    react: { useSuspense: false },
    interpolation: { escapeValue: false },
  })
  // `{{seconds, span}}`: minutes and seconds in the words of the language.
  i18next.services.formatter?.add('span', (seconds: number, lng) => formatSpan((lng ?? 'ko') as Locale, seconds))
  return i18next
}
