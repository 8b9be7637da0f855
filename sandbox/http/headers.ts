// Security H4–H9, what every answer of the sandbox says about itself: the APIs, its own pages and those of the issuer alike.
import type { SandboxSettings } from '../settings'

const DENIED = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'accelerometer', 'gyroscope', 'magnetometer']

export const standardHeaders = ({ url }: Pick<SandboxSettings, 'url'>): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': [...DENIED, 'browsing-topics'].map((name) => `${name}=()`).join(', '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  // The app is another origin of the same site, and shows what is served here.
  'Cross-Origin-Resource-Policy': 'same-site',
  'Origin-Agent-Cluster': '?1',
  ...(url.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
})

/** An answer for a program: no page, and for nobody else. A page puts its own policy in place of this one. */
export const answerHeaders = (settings: Pick<SandboxSettings, 'url'>): Record<string, string> => ({
  ...standardHeaders(settings),
  'Content-Security-Policy': `default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  'Cache-Control': 'no-store',
})
