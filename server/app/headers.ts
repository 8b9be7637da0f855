// The security headers of every answer, and the policy of the pages.
import { REPORT_PATH } from './reports.ts'
import type { ServeSettings } from './settings.ts'

// NOTE: the hash of the empty string. Emotion adds an empty style element to the page and fills it through the CSSOM.
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

const DENIED = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
const OWN = ['otp-credentials', 'publickey-credentials-get']

/** Sent with every answer, whatever its status and type. */
export const baseHeaders = (tls: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': [...DENIED.map((name) => `${name}=()`), ...OWN.map((name) => `${name}=(self)`)].join(', '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  ...(tls && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

const origins = (urls: string[]) => [...new Set(urls.map((url) => new URL(url).origin))]

/** The policy of an app page. With wrong settings the page only shows them, so only its own origin is allowed. */
export function pagePolicy(serve: ServeSettings, inline: { script: string[]; style: string[] }): string {
  const { settings, assetOrigins } = serve
  const apis = settings
    ? origins([
        settings.VITE_AUTH_API_URL,
        settings.VITE_SERVICE_API_URL,
        settings.VITE_PORTAL_API_URL,
        settings.VITE_FILE_API_URL,
        settings.VITE_NODE_API_URL,
      ])
    : []
  const pictures = settings ? origins([...apis, ...assetOrigins, ...settings.VITE_REDIRECT_ORIGINS]) : []
  const frames = [...(settings?.VITE_TAG_MANAGER_ID ? ["'self'"] : []), ...(settings?.VITE_TERMS_ORIGINS ?? [])]
  return policy({
    'script-src': ["'self'", ...inline.script],
    'style-src': ["'self'", ...inline.style, EMPTY_STYLE],
    'connect-src': ["'self'", ...apis],
    'img-src': ["'self'", 'data:', ...pictures],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-src': frames.length > 0 ? frames : ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
    'report-uri': [REPORT_PATH],
  })
}

const TAG_MANAGER = 'https://www.googletagmanager.com'
const COLLECTORS = [TAG_MANAGER, 'https://*.google-analytics.com', 'https://*.analytics.google.com']

/** Security C20: the tag manager's frame has an opaque origin, and only this app may embed it. */
export const analyticsHeaders = (scripts: string[]): Record<string, string> => ({
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy': policy({
    'script-src': [...scripts, TAG_MANAGER],
    'connect-src': COLLECTORS,
    'img-src': COLLECTORS,
    'form-action': ["'none'"],
    sandbox: ['allow-scripts'],
    'frame-ancestors': ["'self'"],
  }),
})

/** The policy of a page without scripts: the published policies, and refusals in plain text. */
export const documentPolicy = (styles: string[]): string =>
  policy({ 'style-src': ["'self'", ...styles], 'img-src': ["'self'", 'data:'], 'form-action': ["'none'"] })

const policy = (rules: Record<string, string[]>): string =>
  Object.entries({
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    ...rules,
  })
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
