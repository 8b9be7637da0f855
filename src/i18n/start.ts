// Spec §9, languages: Korean's first texts are in the first load, everything else arrives when it is needed.
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import ko from '../../locales/ko/login.json'
import type { Locale } from '../wire/codes'
import { htmlLang } from '../rules/locale'

type Texts = { default: Record<string, string> }
type Part = 'first' | 'later'

/** The texts of the login form, and those of everything after it. */
const files: Record<Part, Partial<Record<Locale, () => Promise<Texts>>>> = {
  first: {
    en: () => import('../../locales/en/login.json'),
    zh: () => import('../../locales/zh/login.json'),
    ja: () => import('../../locales/ja/login.json'),
  },
  later: {
    ko: () => import('./later/ko'),
    en: () => import('./later/en'),
    zh: () => import('./later/zh'),
    ja: () => import('./later/ja'),
  },
}

const loads = new Map<string, Promise<void>>()
const keyOf = (locale: Locale, part: Part) => `${locale} ${part}`

/** Adds texts once; a failed load may be tried again. */
function load(locale: Locale, part: Part): Promise<void> {
  const key = keyOf(locale, part)
  const known = loads.get(key)
  if (known) return known
  const loading = (async () => {
    const texts = await files[part][locale]?.()
    if (texts) i18next.addResourceBundle(locale, 'translation', texts.default, true)
  })()
  loads.set(key, loading)
  loading.catch(() => loads.delete(key))
  return loading
}

export const currentLocale = (): Locale => i18next.language as Locale

/** The texts of all that comes after the first form, in the language of now. */
export const loadLaterTexts = (): Promise<void> => load(currentLocale(), 'later')

function setLang(): void {
  if (typeof document !== 'undefined') document.documentElement.lang = htmlLang(currentLocale())
}

/**
 * Starts i18next with the texts of the first form.
 * @returns false when these could not be had: the page speaks Korean, also where it was served in that language
 */
export async function startI18n(locale: Locale): Promise<boolean> {
  await i18next.use(initReactI18next).init({
    lng: 'ko',
    fallbackLng: 'ko',
    resources: { ko: { translation: ko } },
    keySeparator: false,
    // No key has one; where none is named, i18next tests every key for the look of a path, in the middle of the first rendering.
    nsSeparator: ':',
    initAsync: false,
    react: { useSuspense: false },
    interpolation: { escapeValue: false },
  })
  const spoken = locale === 'ko' || (await changeLocale(locale))
  if (!spoken) setLang()
  return spoken
}

/** @returns false when the texts could not be had: the page keeps the language it has. */
export async function changeLocale(locale: Locale): Promise<boolean> {
  const isLate = loads.has(keyOf(currentLocale(), 'later'))
  try {
    await Promise.all([load(locale, 'first'), isLate && load(locale, 'later')])
  } catch {
    return false
  }
  await i18next.changeLanguage(locale)
  setLang()
  return true
}
