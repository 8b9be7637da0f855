// Spec §9, languages. The first form's texts are looked up as they stand: nothing has to be filled into them. i18next comes with the
// texts of everything after it, which the member waits for least: the form is live a seventh of its code earlier.
import type { i18n } from 'i18next'
import { createStore } from 'zustand/vanilla'
import ko from '../../locales/ko/login.json'
import type { Locale } from '../wire/codes'
import { htmlLang } from '../rules/locale'
import type { MessageKey, Values } from '../rules/messages'
import { inTime } from '../wire/patience'

export type Texts = Record<string, string>
type Part = 'first' | 'later'
type File = () => Promise<{ default: Texts }>

/** The texts of the login form, and those of everything after it. Korean's first ones are in the first load. */
export const files: Record<Part, Partial<Record<Locale, File>>> = {
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

const known: Partial<Record<Locale, Texts>> = { ko }
let engine: i18n | null = null

export type Translate = (key: MessageKey, values?: Values) => string
/** The language of the page and what it says: a new one of these for each language, so that whoever shows a text shows it anew. */
export type Voice = { locale: Locale; t: Translate }
const voiceIn = (locale: Locale): Voice => ({
  locale,
  t: (key, values) =>
    engine ? engine.t(key, { ...values, lng: locale }) : (known[locale]?.[key] ?? known.ko?.[key] ?? key),
})

export const voices = createStore<Voice>(() => voiceIn('ko'))
/** For who is no component. */
export const voice = (): Voice => voices.getState()
export const currentLocale = (): Locale => voice().locale

export const isKnown = (key: string): boolean => key in (known[currentLocale()] ?? {})

const loads = new Map<string, Promise<void>>()

/** Does it once; what has failed may be tried again. */
function once(key: string, act: () => Promise<void>): Promise<void> {
  const begun = loads.get(key)
  if (begun) return begun
  const acting = act()
  loads.set(key, acting)
  acting.catch(() => loads.delete(key))
  return acting
}

/** A page that the build has rendered in a language brings the first texts of that one. */
function inPage(locale: Locale): Texts | undefined {
  if (typeof document === 'undefined') return undefined
  const block = document.querySelector(`#texts[data-locale="${locale}"]`)
  return block ? (JSON.parse(block.textContent) as Texts) : undefined
}

const keyOf = (locale: Locale, part: Part) => `${locale} ${part}`
const load = (locale: Locale, part: Part) =>
  once(keyOf(locale, part), async () => {
    const file = files[part][locale]
    const texts = (part === 'first' && inPage(locale)) || (await (file && inTime(file())))?.default
    if (!texts) return
    known[locale] = { ...known[locale], ...texts }
    engine?.addResourceBundle(locale, 'translation', texts, true)
  })

const startEngine = () =>
  once('engine', async () => {
    const { start } = await inTime(import('./engine'))
    engine = start(known)
  })

const loadLater = async (locale: Locale) => {
  await Promise.all([startEngine(), load(locale, 'later')])
}

/** The texts of all that comes after the first form, in the language of now. */
export const loadLaterTexts = (): Promise<void> => loadLater(currentLocale())

function setLang(lang: string): void {
  if (typeof document === 'undefined') return
  const { documentElement } = document
  // To be told the same again costs it a look at every style.
  if (documentElement.lang !== lang) documentElement.lang = lang
}

/** What the page can say now, in another language: the later texts only where it has asked for its own. */
async function loadLike(locale: Locale): Promise<void> {
  const isLate = () => loads.has(keyOf(currentLocale(), 'later'))
  await Promise.all([load(locale, 'first'), isLate() && loadLater(locale)])
  // It may have asked meanwhile.
  if (isLate()) await loadLater(locale)
}

let wanted: Locale = 'ko'

/** @returns false when the texts could not be had: the page keeps the language it has, also where it was served in the other. */
export async function changeLocale(locale: Locale): Promise<boolean> {
  wanted = locale
  const isHere = await loadLike(locale).then(
    () => true,
    () => false,
  )
  // Of two that were asked for the last counts, whichever comes first.
  if (isHere && wanted === locale) voices.setState(voiceIn(locale))
  setLang(htmlLang(currentLocale()))
  return isHere
}
