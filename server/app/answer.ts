// One request, one reply, as data: the page of a path, with its language and encoding.
import { parse } from 'hono/utils/cookie'
import { isAccount, pathOf, paths } from '../../src/rules/visit/paths.ts'
import { startLocale } from '../../contract/locale.ts'
import type { Settings } from '../../contract/settings.ts'
import { headersTooLarge } from '../headersTooLarge.ts'
import { RELEASE } from '../release.ts'
import { documentPolicy } from './headers.ts'
import { REPORT_PATH } from './reports.ts'
import { ANALYTICS, type Body, type Site } from './site.ts'

export type Request = { method: string; url: string; headers: Record<string, string | string[] | undefined> }
/** @property links Link headers to send before the reply (RFC 8297), if the protocol allows it */
export type Reply = { status: number; headers: Record<string, string>; body: Buffer | null; links?: string[] }

/** Paths that can have the prerendered form. The app decides whether it keeps it. */
const FORMS = new Set<string>([paths.root, paths.init, paths.initLogin, paths.login])

/** The name of the prerendered page that a path may have. */
function pageName(path: string): string | undefined {
  if (FORMS.has(path)) return 'login'
  if (isAccount(path)) return 'account'
  return Object.entries(paths).find(([, one]) => one === path)?.[0]
}

const SECURITY = '/.well-known/security.txt'
/** WebAuthn Level 3 §5.11: which other origins may use the passkeys of this domain. */
const WEBAUTHN = '/.well-known/webauthn'
/** W3C, "A Well-Known URL for Changing Passwords": password managers open this address. */
const CHANGE_PASSWORD = '/.well-known/change-password'
/** The demonstration's texts, to which prerendered pages link, because a build knows no setting. */
const POLICY = /^\/policies(\/(?:support|cookie|privacy)\.[a-z]+\.html)$/
const MONTH_MS = 30 * 86_400_000

/** Whom to tell of a weakness (RFC 9116). Each answer holds for a month, so that a copy does not outlive the contact. */
const securityText = (contacts: readonly string[], now: Date): string =>
  [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(now.getTime() + MONTH_MS).toISOString()}`,
    'Preferred-Languages: ko, en',
  ].join('\n')

/**
 * Answers one request.
 * @param settings null if one of them is wrong: every page is then the neutral one
 * @param isReady false while a setting is wrong or the server shuts down: a load balancer must send no visitor here
 */
export function answer(site: Site, settings: Settings | null, request: Request, isReady: boolean): Reply {
  const { method, url } = request
  if (method !== 'GET' && method !== 'HEAD') return text(site, 405, 'Method Not Allowed', { allow: 'GET, HEAD' })
  if (!url.startsWith('/')) return text(site, 400, 'Bad Request')
  const [path = '/', query = ''] = url.split(/\?(.*)/s)
  if (path === '/livez') return headless(request, text(site, 200, `ok ${RELEASE}`))
  // `/healthz` is the older name of `/readyz`.
  if (path === '/readyz' || path === '/healthz')
    return headless(request, isReady ? text(site, 200, 'ok') : text(site, 503, settings ? 'stopping' : 'settings'))
  if (path === SECURITY && site.securityContacts.length > 0)
    return headless(request, text(site, 200, securityText(site.securityContacts, new Date())))
  if (path === WEBAUTHN && site.passkeyOrigins.length > 0) {
    const body = JSON.stringify({ origins: site.passkeyOrigins })
    return headless(request, text(site, 200, body, { 'content-type': 'application/json' }))
  }
  if (path === CHANGE_PASSWORD) return headless(request, text(site, 302, 'Found', { location: '/account/security' }))
  const policies = settings?.VITE_POLICIES_URL
  const [, policy] = (policies && POLICY.exec(path)) || []
  if (policy) return headless(request, text(site, 302, 'Found', { location: `${policies}${policy}` }))
  const file = site.files.get(path)
  if (file) return headless(request, send(file, request))
  if (path === REPORT_PATH) return text(site, 405, 'Method Not Allowed', { allow: 'POST' })
  if (path.startsWith('/assets/') || path === ANALYTICS) return headless(request, text(site, 404, 'Not Found'))
  // The app shows its own error page for an unknown address; a monitor or a script must not take that page for a success.
  if (!pathOf(path)) {
    const wantsPage = joined(request.headers.accept).includes('text/html')
    const fresh = { ...request, headers: { ...request.headers, 'if-none-match': undefined } }
    return headless(request, wantsPage ? { ...send(site.index, fresh), status: 404 } : text(site, 404, 'Not Found'))
  }
  const name = pageName(path)
  const page = settings && site.pages.get(`${name}.${pageLocale(settings, path, query, request)}`)
  return headless(request, send(page ?? site.index, request, page ? 'accept-encoding, cookie' : 'accept-encoding'))
}

/** The language of a page, by the app's own rule. */
function pageLocale(settings: Settings, path: string, query: string, request: Request): string {
  const isEntry = path.startsWith(paths.init)
  const cookies = parse(joined(request.headers.cookie, ';'))
  // The app names its cookies with the prefix behind TLS. This server cannot tell whether a proxy in front speaks TLS.
  const cookie = (name: string) => cookies[`__Host-${name}`] ?? cookies[name] ?? ''
  return startLocale({
    strict: settings.VITE_WELCOME_LOCALE_STRICT,
    cookie: (!isEntry && cookie('daemun_visit_locale')) || cookie('daemun_locale'),
    ui_locales: new URLSearchParams(query).get('ui_locales') ?? '',
    available: settings.VITE_LOCALES,
    isEntry,
  })
}

/** The best encoding that the browser accepts and the file has. */
function send(file: Body, request: Request, vary = 'accept-encoding'): Reply {
  const accepted = acceptedEncodings(request.headers['accept-encoding'])
  const encoding = file.br && accepted.has('br') ? 'br' : file.gzip && accepted.has('gzip') ? 'gzip' : null
  const body = encoding === 'br' ? file.br : encoding === 'gzip' ? file.gzip : file.plain
  const etag = `"${file.etag}${encoding ? `-${encoding}` : ''}"`
  const headers: Record<string, string> = { ...file.headers, etag, vary }
  if (seenBefore(request.headers['if-none-match'], etag)) return { status: 304, headers, body: null }
  if (encoding) headers['content-encoding'] = encoding
  headers['content-length'] = String(body?.length ?? 0)
  // A browser with an older page already has its files, and only a navigation needs them.
  const isFirst = request.headers['sec-fetch-mode'] === 'navigate' && !request.headers['if-none-match']
  return { status: 200, headers, body: body ?? null, ...(isFirst && file.links && { links: file.links }) }
}

const joined = (header: string | string[] | undefined, by = ',') =>
  Array.isArray(header) ? header.join(by) : (header ?? '')

function acceptedEncodings(header: string | string[] | undefined): Set<string> {
  const parts = joined(header)
    .split(',')
    .map((part) => part.trim().toLowerCase())
  return new Set(parts.filter((part) => !/;\s*q=0(\.0*)?$/.test(part)).map((part) => part.split(';')[0]?.trim() ?? ''))
}

const seenBefore = (header: string | string[] | undefined, etag: string) =>
  joined(header)
    .split(',')
    .some((seen) => seen.trim().replace(/^W\//, '') === etag)

/** The reply to the sender of a report: a status and nothing else. */
export const reported = (site: Site, status: number): Reply => ({
  status,
  headers: { ...site.base, 'cache-control': 'no-store', 'content-security-policy': documentPolicy([]) },
  body: null,
})

/** The reply to a header that is too large. A member meets this status in the address bar, so the reply is a page. */
export const tooLarge = (site: Site): Reply => ({
  status: 431,
  headers: {
    ...site.base,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': headersTooLarge.policy,
  },
  body: Buffer.from(headersTooLarge.html),
})

function text(site: Site, status: number, words: string, more: Record<string, string> = {}): Reply {
  const body = Buffer.from(`${words}\n`)
  const headers = {
    ...site.base,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': documentPolicy([]),
    'content-length': String(body.length),
    ...more,
  }
  return { status, headers, body }
}

const headless = (request: Request, reply: Reply): Reply =>
  request.method === 'HEAD' ? { ...reply, body: null } : reply
