// Spec §9, cookies: the welcome for 1 minute, the chosen language for 7 days, the language of a visit as long as the visit.
import Cookies from 'js-cookie'
import type { Locale } from '../../wire/locale'

const WELCOME = 'daemun_welcome'
const LOCALE = 'daemun_locale'
export const VISIT_LOCALE = 'daemun_visit_locale'
export const attributes = () => ({ path: '/', sameSite: 'Lax', secure: location.protocol === 'https:' }) as const

/** Marks a fresh init. */
export const setWelcomeCookie = (): void =>
  void Cookies.set(WELCOME, '1', { ...attributes(), expires: new Date(Date.now() + 60_000) })

export const removeWelcomeCookie = (): void => Cookies.remove(WELCOME, attributes())

/** The raw value of the language that the visitor chose in this browser. It can be anything. */
export const localeCookie = (): string | undefined => Cookies.get(LOCALE)

export const setLocaleCookie = (locale: Locale): void =>
  void Cookies.set(LOCALE, locale, { ...attributes(), expires: 7 })

/** The raw value of the language of this browser's latest visit, for a tab without stored data. */
export const visitLocaleCookie = (): string | undefined => Cookies.get(VISIT_LOCALE)
