// How a service looks, remembered in this browser, so that the first paint has the service's look. Local storage holds it, because it is
// public data and says nothing about a member. It is in this folder, because the inline script of the page (api/earlyScript.ts) reads it before
// the app has loaded. Whoever uses this browser can edit it, so every value is checked when it is read.
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
  /** Whether a passkey may sign in. */
  passkey: boolean
}

const KEY = 'daemun.themes'
const MOST = 8
const WIDEST_REM = 7.5

const TEXT = /^[^]{1,512}$/
/** https, or http on this machine for development. */
const PICTURE = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/)\S{1,4096}$/i
/** The valid values of each text. Another value counts as ''. */
const TEXTS = {
  client_id: TEXT,
  color: /^#[\da-f]{6}$/i,
  ink: /^#(FFFFFF|2B2F36)$/,
  locale: TEXT,
  name: TEXT,
  banner: PICTURE,
  icon: PICTURE,
}

/** A theme with valid values only. */
function checked(raw: Partial<Record<keyof Theme, unknown>>): Theme {
  const width = Number(raw.iconWidth)
  const texts = {} as Record<keyof typeof TEXTS, string>
  for (const key of Object.keys(TEXTS) as (keyof typeof TEXTS)[]) {
    const value = raw[key]
    texts[key] = typeof value === 'string' && TEXTS[key].test(value) ? value : ''
  }
  return Object.assign(texts, {
    iconWidth: width > 0 && width <= WIDEST_REM ? width : 0,
    stay: raw.stay === true,
    join: raw.join === true,
    passkey: raw.passkey === true,
  })
}

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

/** Whether the service may have a banner in this language: it has one, or nobody knows yet. */
export const mayHaveBanner = (theme: Theme | undefined, language: string): boolean =>
  theme?.locale !== language || theme.banner !== ''

/**
 * Shows a look on the document's root, or none: colours, and what stands in for the service until the app renders it (app/first).
 * NOTE: a JSON string is also a CSS string: its quotes, backslashes and line breaks are escaped, so nothing in it can end it.
 * @param language two letters
 * @param beside whether the form stands in the right half, with the banner or the service's tint in the left one
 */
export function showTheme(theme: Theme | null, language: string, beside: boolean): void {
  const root = document.documentElement
  root.style.cssText = ''
  // One by one: a browser's translator has classes of its own here.
  const looks = {
    beside,
    stay: theme?.stay,
    join: theme?.join,
    logo: theme?.icon && theme.iconWidth,
    'no-passkey': theme && !theme.passkey,
  }
  for (const [name, holds] of Object.entries(looks)) root.classList.toggle(name, Boolean(holds))
  if (!theme) return
  const { color, ink, icon, iconWidth } = theme
  const isSpoken = theme.locale === language
  const logo = icon && iconWidth
  const banner = isSpoken && theme.banner
  const isDark = ink === '#FFFFFF'
  const picture = (url: string) => `url(${JSON.stringify(url)})`
  const variables = {
    edge: color,
    action: ink && color,
    'on-action': ink,
    // White text on the colour is readable, so the colour also stands out from the white page.
    accent: isDark && color,
    shade: !isDark && color && 'white',
    // Without the icon's width the name would move when the icon arrives.
    service: isSpoken && theme.name && (!icon || logo) && JSON.stringify(theme.name),
    banner: banner && picture(banner),
    logo: logo && picture(icon),
    'logo-width': logo && `${iconWidth}rem`,
  }
  for (const [name, value] of Object.entries(variables)) if (value) root.style.setProperty(`--${name}`, value)
}
