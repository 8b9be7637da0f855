// The settings of the app: what docs/operators.md and .env.example say of each. Those of the page have their schema in contract/settings.ts, which browsers
// get as well.
import * as z from 'zod/mini'
import { isWebUrl, Settings, type Settings as PageSettings } from '../../contract/settings.ts'
import { DEFAULT_CONNECTIONS } from '../connections.ts'
import { count, listOf, type SettingRow, type SettingRows } from '../settingRow.ts'

type Said = Omit<SettingRow, 'shape'>
const API = 'http://localhost:3001'

const PAGE: Record<keyof PageSettings, Said> = {
  VITE_AUTH_API_URL: { means: 'the base URL of the auth API', example: API },
  VITE_SERVICE_API_URL: { means: 'the base URL of the service API', example: API },
  VITE_PORTAL_API_URL: { means: 'the base URL of the portal API', example: API },
  VITE_FILE_API_URL: { means: 'the base URL of the file API', example: API },
  VITE_NODE_API_URL: { means: 'the base URL of the node API', example: API },
  VITE_STORAGE_KEY: {
    means:
      "the key of the tab's stored session, 16 characters or more. Every browser gets it: it obfuscates, and is no secret. `npm start` makes a new one at each start",
    example: 'only-for-development',
    rule: 'the same for all servers of one environment',
  },
  VITE_JOIN_CLIENT_IDS: {
    means: 'client IDs of the services with a join button on the login page, with commas between them',
    example: 'service-a,service-b',
  },
  VITE_SUPPORT_CLIENT_ID: {
    means: 'the client ID of the service with a customer-support link in the footer',
    example: 'service-a',
  },
  VITE_LOCALES: {
    means: 'languages on offer, of `ko`, `en`, `zh` and `ja`',
    usual: 'ko,en,zh',
    example: 'ko,en,zh,ja',
  },
  VITE_WELCOME_LOCALE_STRICT: {
    means:
      '`true`: the entry is always in Korean. `false`: it is in Korean unless `ui_locales` or an earlier choice (cookie, 7 days) names another language on offer',
    usual: 'false',
  },
  VITE_TRACEPARENT: {
    means: '`true`: calls of the app name a [trace](#traces). Every backend must allow the header `traceparent`',
    usual: 'false',
  },
  VITE_TAG_MANAGER_ID: {
    means: 'the ID of the tag manager, for page views in a walled-off frame. Empty: no page views',
  },
  VITE_REDIRECT_ORIGINS: {
    means:
      'origins that a `location` may lead to: the issuer and the partner services, with commas between them, without paths, with https except on this machine. The app refuses any other one',
    example: `${API},http://localhost:3002`,
    rule: 'what `npm run clients -- origins` prints',
  },
  VITE_TERMS_ORIGINS: {
    means:
      "origins whose texts of terms open in a dialog. Their pages must allow the app's origin as a frame ancestor. Other texts open in a new tab",
    example: API,
  },
  VITE_POLICIES_URL: {
    means:
      'the address under which you keep your pages on support, cookies and privacy, with https except on this machine: `support.ko.html`, `cookie.ko.html`, `privacy.ko.html`, and the same in each other language on offer. Empty: the pages of the demonstration, of which production warns at the start',
    rule: 'set it before the first member joins ([policies and support](#policies-and-support))',
  },
  VITE_SERVICES: {
    means:
      'services to which pages without a service lead: a JSON list of `display_name`, `display_name_en`, `display_name_cn` and `url` (https). Empty: these pages only say that signing in begins at a service',
  },
}

export const PAGE_ROWS: SettingRows = Object.fromEntries(
  Object.entries(PAGE).map(([name, said]) => [name, { shape: Settings.shape[name as keyof PageSettings], ...said }]),
)

const ORIGINS = 'http(s) origins without a path, with commas between'
const isOrigin = (text: string) => isWebUrl(text) && new URL(text).href === `${new URL(text).origin}/`
export const originList = listOf(z.string().check(z.refine(isOrigin, ORIGINS)), ORIGINS)

const CONTACTS = 'mailto: or https addresses, with commas between'
const contact = z.string().check(z.regex(/^mailto:[^\s@]+@[^\s@]+$|^https:\/\/\S+$/, CONTACTS))

export const SERVER_ROWS = {
  ASSET_ORIGINS: {
    shape: originList,
    usual: '',
    means: "further origins of services' logos and banners, with commas between them",
  },
  SECURITY_CONTACTS: {
    shape: listOf(contact, CONTACTS),
    usual: '',
    means:
      'where to report a weakness, for `/.well-known/security.txt`: `mailto:` and https addresses, with commas between them. Empty: no such file',
  },
  APP_CONNECTIONS: {
    shape: count,
    usual: String(DEFAULT_CONNECTIONS.total),
    means: 'connections that the server keeps',
    rule: 'half of the descriptors that the process may open, at most',
  },
  APP_CONNECTIONS_PER_ADDRESS: {
    shape: count,
    usual: String(DEFAULT_CONNECTIONS.per_address),
    means: 'connections of one address',
    rule: 'six for each browser that shares an address; behind a proxy the value of `APP_CONNECTIONS`',
  },
} as const satisfies SettingRows

/** Read where the server starts to listen (server/ports.ts, server/app/server.ts). */
export const LISTENING_ROWS = {
  APP_PORT: { shape: z.string(), usual: '3000', means: 'the port of the app' },
  TLS_CERT_FILE: {
    shape: z.string(),
    means: 'the certificate chain as a PEM file: HTTPS with HTTP/2, and HSTS. It is read at the start',
  },
  TLS_KEY_FILE: { shape: z.string(), means: 'its key as a PEM file' },
} as const satisfies SettingRows
