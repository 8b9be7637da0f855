// Spec §9, languages. The first form's texts have no placeholders, so a plain lookup is enough. i18next loads with the other texts: it
// would be a seventh of the code before the form is live.
import type { i18n } from 'i18next'
import { createStore } from 'zustand/vanilla'
import ko from '../../locales/ko/login.json'
import { HTML_LANG, type Locale } from '../../contract/locale.ts'
import type { MessageKey, Values } from '../rules/texts/messages.ts'
import { memoizeImport, renewable, withTimeout } from '../state/timeout.ts'

export type Texts = Record<string, string>
type Part = 'first' | 'later' | 'more'
type File = () => Promise<{ default: Texts }>

/** The texts of the login form, and all others. Korean's first texts are in the first load. */
export const files: {
  first: { ko: null } & Record<Exclude<Locale, 'ko'>, File>
  later: Record<Locale, File>
  /** The texts of pages that bring their own (`loadMoreTexts`). */
  more?: Record<Locale, File>
} = {
  first: {
    ko: null,
    en: renewable(() => import('../../locales/en/login.json')),
    zh: renewable(() => import('../../locales/zh/login.json')),
    ja: renewable(() => import('../../locales/ja/login.json')),
  },
  later: {
    ko: renewable(() => import('./later/ko.ts')),
    en: renewable(() => import('./later/en.ts')),
    zh: renewable(() => import('./later/zh.ts')),
    ja: renewable(() => import('./later/ja.ts')),
  },
}

/** What this page has loaded. `wanted`: the last language that was asked for. */
const page = {
  known: { ko } as Partial<Record<Locale, Texts>>,
  engine: null as i18n | null,
  wanted: 'ko' as Locale,
  loads: new Map<string, Promise<void>>(),
  serviceName: () => '',
}

/** @param name the service's name in the language of the page; '' while it is not known. It fills `{{service}}` in every later text. */
export const nameService = (name: () => string): void => void (page.serviceName = name)

export type Translate = (key: MessageKey, values?: Values) => string
/** The language of the page and its texts. Each change of language makes a new object, so that components render again. */
export type Translation = { locale: Locale; t: Translate }
const translationIn = (locale: Locale): Translation => ({
  locale,
  t: (key, values) =>
    page.engine ? page.engine.t(key, values) : (page.known[locale]?.[key] ?? page.known.ko?.[key] ?? key),
})

export const translations = createStore<Translation>(() => translationIn('ko'))
/** For code outside components. */
export const translation = (): Translation => translations.getState()
export const currentLocale = (): Locale => translation().locale

export const isKnown = (key: string): boolean => key in (page.known[currentLocale()] ?? {})

/** Whether a text is here. A text of the first load always is; the others can name the service, and need what fills in its name. */
export const canSay = (key: string): boolean => key in ko || (page.engine !== null && isKnown(key))

/** Runs `act` once per key. After a failure it can run again. */
function once(key: string, act: () => Promise<void>): Promise<void> {
  const begun = page.loads.get(key)
  if (begun) return begun
  const acting = act()
  page.loads.set(key, acting)
  acting.catch(() => page.loads.delete(key))
  return acting
}

/** The first texts, if the build rendered this page in that language. */
function inPage(locale: Locale): Texts | undefined {
  if (typeof document === 'undefined') return undefined
  const block = document.querySelector(`#texts[data-locale="${locale}"]`)
  return block ? (JSON.parse(block.textContent) as Texts) : undefined
}

const keyOf = (locale: Locale, part: Part) => `${locale} ${part}`
const load = (locale: Locale, part: Part) =>
  once(keyOf(locale, part), async () => {
    const file = files[part]?.[locale]
    // Chromium remembers an import that has failed: without a connection it does not begin, or no later attempt would succeed.
    const texts = (part === 'first' && inPage(locale)) || (await (file && memoizeImport(file)()))?.default
    if (!texts) return
    page.known[locale] = { ...page.known[locale], ...texts }
    page.engine?.addResourceBundle(locale, 'translation', texts, true)
  })

const startEngine = () =>
  once('engine', async () => {
    const { start } = await withTimeout(import('./engine.ts'))
    page.engine = start(page.known, translations, () => page.serviceName())
  })

const loadLater = async (locale: Locale) => {
  await Promise.all([startEngine(), load(locale, 'later'), files.more && load(locale, 'more')])
}

/** Loads all further texts in the current language. */
export const loadLaterTexts = (): Promise<void> => loadLater(currentLocale())

function setLang(lang: string): void {
  if (typeof document === 'undefined') return
  const { documentElement } = document
  // Assigning the same `lang` again makes the browser recalculate every style.
  if (documentElement.lang !== lang) documentElement.lang = lang
}

/** Loads in another language what the page has loaded in its own: the further texts only if it has asked for them. */
async function loadLike(locale: Locale): Promise<void> {
  const isLate = () => page.loads.has(keyOf(currentLocale(), 'later'))
  await Promise.all([load(locale, 'first'), isLate() && loadLater(locale)])
  // The page may have asked for them meanwhile.
  if (isLate()) await loadLater(locale)
}

/** @returns false if the texts could not be loaded: the page keeps its language, even if it was served in the other one */
export async function changeLocale(locale: Locale): Promise<boolean> {
  page.wanted = locale
  const isHere = await loadLike(locale).then(
    () => true,
    () => false,
  )
  // Of two changes the last one counts, whichever texts arrive first.
  if (isHere && page.wanted === locale) translations.setState(translationIn(locale))
  setLang(HTML_LANG[currentLocale()])
  return isHere
}
