// Spec §9, cookies: the welcome for 1 minute, the locale for 7 days, the language of a visit for as long as the visit.
import Cookies from 'js-cookie'
import type { Locale } from '../wire/codes'

const WELCOME = 'daemun_welcome'
const LOCALE = 'daemun_locale'
export const VISIT_LOCALE = 'daemun_visit_locale'
export const attributes = () => ({ path: '/', sameSite: 'Lax', secure: location.protocol === 'https:' }) as const

/** Marks a fresh init. */
export const setWelcomeCookie = (): void =>
  void Cookies.set(WELCOME, '1', { ...attributes(), expires: new Date(Date.now() + 60_000) })

export const removeWelcomeCookie = (): void => Cookies.remove(WELCOME, attributes())

/** The language that the visitor picked in this browser, as it was written; it may be anything. */
export const localeCookie = (): string | undefined => Cookies.get(LOCALE)

export const setLocaleCookie = (locale: Locale): void =>
  void Cookies.set(LOCALE, locale, { ...attributes(), expires: 7 })

/** The language of this browser's latest visit, as it was written: for a tab that has no storage of its own yet, or has lost it. */
export const visitLocaleCookie = (): string | undefined => Cookies.get(VISIT_LOCALE)
