// Spec §9, cookies: the welcome for 1 minute, the chosen language for 7 days, the language of a visit as long as the visit.
import Cookies from 'js-cookie'
import type { Locale } from '../../../contract/locale.ts'

const WELCOME = 'daemun_welcome'
const LOCALE = 'daemun_locale'
const VISIT_LOCALE = 'daemun_visit_locale'

const isTls = () => location.protocol === 'https:'
const attributes = () => ({ path: '/', sameSite: 'Lax', secure: isTls() }) as const
/** Security E2: with this prefix no other host of the site can set the cookie. On plain http, browsers refuse the prefix. */
const nameOf = (name: string): string => (isTls() ? `__Host-${name}` : name)

const set = (name: string, value: string, expires: Date | number): void =>
  void Cookies.set(nameOf(name), value, { ...attributes(), expires })
const get = (name: string): string | undefined => Cookies.get(nameOf(name))

/** Marks a fresh init. */
export const setWelcomeCookie = (): void => set(WELCOME, '1', new Date(Date.now() + 60_000))

export const removeWelcomeCookie = (): void => Cookies.remove(nameOf(WELCOME), attributes())

/** The raw value of the language that the visitor chose in this browser. It can be anything. */
export const localeCookie = (): string | undefined => get(LOCALE)

export const setLocaleCookie = (locale: Locale): void => set(LOCALE, locale, 7)

/** The raw value of the language of this browser's latest visit, for a tab without stored data. */
export const visitLocaleCookie = (): string | undefined => get(VISIT_LOCALE)

export const setVisitLocaleCookie = (locale: Locale, expires: Date): void => set(VISIT_LOCALE, locale, expires)
