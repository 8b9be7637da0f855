// Security H4–H9: the security headers of every answer, of the APIs, the backend's own pages and the issuer's.
import type { BackendSettings } from '../settings.ts'

const DENIED = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'accelerometer', 'gyroscope', 'magnetometer']

export const standardHeaders = ({ url }: Pick<BackendSettings, 'url'>): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': [...DENIED, 'browsing-topics'].map((name) => `${name}=()`).join(', '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  // The app is another origin of the same site, and shows files from here.
  'Cross-Origin-Resource-Policy': 'same-site',
  'Origin-Agent-Cluster': '?1',
  ...(url.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
})

/** The policy of an answer for a program, which is no page and must not be embedded. A page replaces it by its own. */
export const answerHeaders = (settings: Pick<BackendSettings, 'url'>): Record<string, string> => ({
  ...standardHeaders(settings),
  'Content-Security-Policy': `default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  'Cache-Control': 'no-store',
})
