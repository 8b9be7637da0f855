// Spec §9, languages: Korean's first texts are in the first load, everything else arrives when it is needed.
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import ko from '../../locales/ko/login.json'
import type { Locale } from '../wire/codes'
import { htmlLang } from '../rules/locale'

type Texts = Record<string, string>

const files = import.meta.glob<Texts>(['../../locales/*/*.json', '!../../locales/ko/login.json'], { import: 'default' })
const FIRST = 'login'
const areasOf = (locale: Locale, first: boolean) =>
  Object.keys(files).filter((file) => file.includes(`/${locale}/`) && file.endsWith(`/${FIRST}.json`) === first)

const loads = new Map<string, Promise<void>>()

/** Adds the texts of a file once; a failed load may be tried again. */
function load(locale: Locale, file: string): Promise<void> {
  const known = loads.get(file)
  if (known) return known
  const loading =
    files[file]?.().then((texts) => void i18next.addResourceBundle(locale, 'translation', texts, true)) ??
    Promise.resolve()
  loads.set(file, loading)
  loading.catch(() => loads.delete(file))
  return loading
}

const loadAll = async (locale: Locale, first: boolean) =>
  void (await Promise.all(areasOf(locale, first).map((file) => load(locale, file))))

export const currentLocale = (): Locale => i18next.language as Locale

/** The texts of all that comes after the first form, in the language of now. */
export const loadLaterTexts = (): Promise<void> => loadAll(currentLocale(), false)

/** Starts i18next with the texts of the first form. Where these cannot be had, the page speaks Korean. */
export async function startI18n(locale: Locale): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'ko',
    fallbackLng: 'ko',
    resources: { ko: { translation: ko } },
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    react: { useSuspense: false },
    interpolation: { escapeValue: false },
  })
  if (locale !== 'ko') await changeLocale(locale)
}

/** @returns false when the texts could not be had: the page keeps the language it has. */
export async function changeLocale(locale: Locale): Promise<boolean> {
  const later = loads.size > 0 && [...loads.keys()].some((file) => !file.endsWith(`/${FIRST}.json`))
  try {
    await Promise.all([loadAll(locale, true), later && loadAll(locale, false)])
  } catch {
    return false
  }
  await i18next.changeLanguage(locale)
  if (typeof document !== 'undefined') document.documentElement.lang = htmlLang(locale)
  return true
}
