// How a service looks, remembered in this browser, so that the first paint has the service's look. Local storage holds it, because it is
// public data and says nothing about a member. It is in `wire`, because the inline script of the page (api/earlyScript.ts) reads it before
// the app has loaded. Whoever uses this browser can edit it, so every value is checked when it is read.
import { isSafeUrl, urlOf } from './url'

export type Theme = {
  client_id: string
  /** `#RRGGBB`, or '' */
  color: string
  /** The readable colour of text on `color`, or '' if there is none. */
  ink: string
  /** The language of `name` and `banner`. */
  locale: string
  name: string
  banner: string
  icon: string
  /** The width of the icon in rem at its height of 2 rem. 0: unknown, because it has never loaded. */
  iconWidth: number
  /** Whether the form has the rows "stay signed in" and "join". */
  stay: boolean
  join: boolean
}

const KEY = 'daemun.themes'
const MOST = 8
const WIDEST_REM = 7.5

const text = (value: unknown): string => (typeof value === 'string' && value.length <= 4096 ? value : '')
const address = (value: unknown): string => {
  const url = urlOf(text(value))
  return isSafeUrl(url) ? url.href : ''
}

/** A theme with valid values only. */
const checked = (raw: Partial<Record<keyof Theme, unknown>>): Theme => ({
  client_id: text(raw.client_id),
  color: /^#[\da-f]{6}$/i.exec(text(raw.color))?.[0] ?? '',
  ink: /^#(FFFFFF|2B2F36)$/.exec(text(raw.ink))?.[0] ?? '',
  locale: text(raw.locale),
  name: text(raw.name).slice(0, 512),
  banner: address(raw.banner),
  icon: address(raw.icon),
  iconWidth: Number(raw.iconWidth) <= WIDEST_REM ? Math.max(0, Number(raw.iconWidth)) : 0,
  stay: raw.stay === true,
  join: raw.join === true,
})

/** The themes of this browser, the last used one first. None if one of them is no object. */
export function readThemes(): Theme[] {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '[]') as Theme[]).slice(0, MOST).map(checked)
  } catch {
    return []
  }
}

export function keepTheme(theme: Theme): void {
  try {
    const others = readThemes().filter(({ client_id }) => client_id !== theme.client_id)
    localStorage.setItem(KEY, JSON.stringify([theme, ...others].slice(0, MOST)))
  } catch {
    // The storage is full or refuses: the next visit begins without the service's look.
  }
}

/** The width of a picture in rem at a height of 2 rem. */
export const widthOf = ({ naturalWidth, naturalHeight }: { naturalWidth: number; naturalHeight: number }): number =>
  Math.min(WIDEST_REM, naturalHeight > 0 ? Math.round((200 * naturalWidth) / naturalHeight) / 100 : 2)

/** A CSS string. Every character but letters and digits is escaped, so that nothing can end the string. */
const quoted = (words: string): string =>
  `"${words.replace(/[^\w\u00a1-\uffff]/g, (one) => `\\${one.charCodeAt(0).toString(16)} `)}"`

/**
 * Shows a look on the document's root, or none: colours, and what stands in for the service until the app renders it (app/theme.css).
 * @param language two letters
 * @param beside whether the form stands beside the banner
 */
export function showTheme(theme: Theme | null, language: string, beside: boolean): void {
  const root = document.documentElement
  root.style.cssText = root.className = ''
  if (!theme) return
  const { color, ink, icon, iconWidth, stay, join } = theme
  const set = (name: string, value: string) => value && root.style.setProperty(`--${name}`, value)
  const picture = (name: string, url: string) => url && set(name, `url(${quoted(url)})`)
  const isSpoken = theme.locale === language
  const logo = icon && iconWidth
  set('edge', color)
  set('action', ink && color)
  set('on-action', ink)
  // White text on the colour is readable, so the colour also stands out from the white page.
  if (ink === '#FFFFFF') set('accent', color)
  else set('shade', color && 'white')
  // Without the icon's width the name would move when the icon arrives.
  if (isSpoken && (!icon || logo)) set('service', quoted(theme.name))
  if (isSpoken) picture('banner', theme.banner)
  if (logo) {
    picture('logo', icon)
    set('logo-width', `${iconWidth}rem`)
  }
  const flags = { stay, join, logo, beside: isSpoken && theme.banner && beside }
  for (const [name, holds] of Object.entries(flags)) if (holds) root.classList.add(name)
}

// Deleted with the stores of the visit (stores/encrypted.ts).
const CLIENT = 'daemun.client'

/** The service of this tab's visit by its client ID, or ''. A reload has its look before the stored session can be decrypted. */
export function tabClient(): string {
  try {
    return sessionStorage.getItem(CLIENT) ?? ''
  } catch {
    return ''
  }
}

export function keepTabClient(client_id: string): void {
  try {
    sessionStorage.setItem(CLIENT, client_id)
  } catch {
    // The storage is full or blocked: a reload begins without the service's look.
  }
}
