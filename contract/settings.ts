// The settings of one environment: a JSON block in index.html, which the server fills from VITE_* variables.
import * as z from 'zod/mini'
import { LOCALES } from './locale.ts'
import { isSafeUrl, urlOf } from './url.ts'

export const isWebUrl = (text: string): boolean => /^https?:$/.test(urlOf(text)?.protocol ?? '')
const URL_WANTED = 'an absolute http(s) URL without credentials, query and fragment'
const PAGES_WANTED = 'an absolute https URL without credentials, query and fragment'
const isBaseUrl = (text: string) => {
  const url = urlOf(text)
  return isWebUrl(text) && url !== null && url.username + url.password + url.search + url.hash === ''
}
/** Pages for members are read over https, except on this machine. Addresses below it are made with one slash. */
const pagesUrl = z.pipe(
  z.string().check(z.refine((text) => isBaseUrl(text) && isSafeUrl(urlOf(text)), PAGES_WANTED)),
  z.transform((text) => text.replace(/\/$/, '')),
)
const baseUrl = z.string(URL_WANTED).check(z.refine(isBaseUrl, URL_WANTED))
const items = (value: string) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
const list = z.pipe(z._default(z.string(), ''), z.transform(items))
const locales = z.pipe(
  z.pipe(z._default(z.string(), 'ko,en,zh'), z.transform(items)),
  z.array(z.enum(LOCALES, `of ${LOCALES.join(', ')}`)).check(z.minLength(1, 'at least one language')),
)
// The app compares a location's origin with these as text, so they must be written as a browser writes them.
const isOrigin = (text: string) => {
  const url = urlOf(text)
  return isSafeUrl(url) && url.href === `${url.origin}/`
}
const origin = z.pipe(
  z.string().check(z.refine(isOrigin, 'https origins alone, such as https://partner.example')),
  z.transform((text) => new URL(text).origin),
)
const origins = z.pipe(list, z.array(origin))
const SERVICES_WANTED = 'a JSON list such as [{"display_name":"Learning","url":"https://learn.example/"}]'
const isHome = (text: string) => {
  const url = urlOf(text)
  return isSafeUrl(url) && url.username + url.password === ''
}
const Service = z.object({
  display_name: z.string().check(z.minLength(1)),
  display_name_en: z.optional(z.string()),
  display_name_cn: z.optional(z.string()),
  url: z.string().check(z.refine(isHome)),
})
/** A service at which a visitor can begin. */
export type ListedService = z.infer<typeof Service>
const isServices = (value: unknown): value is ListedService[] => z.array(Service).safeParse(value).success
function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
const services = z.pipe(
  z.pipe(z._default(z.string(), '[]'), z.transform(fromJson)),
  z.custom<ListedService[]>(isServices, SERVICES_WANTED),
)
const KEY_WANTED = 'at least 16 characters'
const flag = z.pipe(
  z._default(z.enum(['true', 'false'], 'true or false'), 'false'),
  z.transform((value) => value === 'true'),
)

/** All values arrive as text. `.env.example` explains each. */
export const Settings = z.object({
  VITE_AUTH_API_URL: baseUrl,
  VITE_SERVICE_API_URL: baseUrl,
  VITE_PORTAL_API_URL: baseUrl,
  VITE_FILE_API_URL: baseUrl,
  VITE_NODE_API_URL: baseUrl,
  VITE_STORAGE_KEY: z.string(KEY_WANTED).check(z.minLength(16, KEY_WANTED)),
  VITE_JOIN_CLIENT_IDS: list,
  VITE_SUPPORT_CLIENT_ID: z._default(z.string(), ''),
  VITE_LOCALES: locales,
  VITE_WELCOME_LOCALE_STRICT: flag,
  VITE_TAG_MANAGER_ID: z._default(z.string().check(z.regex(/^[A-Z0-9-]*$/, 'an id such as GTM-XXXX')), ''),
  VITE_REDIRECT_ORIGINS: origins,
  VITE_TERMS_ORIGINS: origins,
  VITE_POLICIES_URL: z._default(pagesUrl, ''),
  VITE_SERVICES: services,
  VITE_TRACEPARENT: flag,
})
export type Settings = z.infer<typeof Settings>

/** The names of the settings, for copying them out of an environment. */
export const SETTING_NAMES = Object.keys(Settings.shape) as (keyof Settings)[]

/** Drops empty values: an empty value counts as unset, as in a copy of .env.example. */
export const withoutEmpty = (raw: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== ''))

/** Returns the settings, or one line for each wrong setting: its name and what is expected, never its value. */
export function parseSettings(raw: unknown): { settings: Settings } | { problems: string[] } {
  const parsed = Settings.safeParse(typeof raw === 'object' && raw !== null ? withoutEmpty(raw) : raw)
  if (parsed.success) return { settings: parsed.data }
  const lines = parsed.error.issues.map((issue) => `${issue.path[0]?.toString() ?? 'settings'}: ${issue.message}`)
  return { problems: [...new Set(lines)] }
}
