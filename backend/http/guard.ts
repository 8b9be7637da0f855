// Security B7–B10: checks before every route which page a call comes from, and sets who may read the answer.
import type { MiddlewareHandler } from 'hono'
import type { Ctx } from '../context.ts'
import { refuse } from '../domain/refusal.ts'
import { answerHeaders } from './headers.ts'

const METHODS = 'GET, POST, PUT, DELETE'
const HEADERS = 'content-type, x-authenticator, x-account-session, idempotency-key, traceparent'
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const PREFLIGHT_SECONDS = '600'

/** The CORS headers that let only the app's own pages read an answer. */
export const corsHeaders = (app_origin: string, origin: string | undefined): Record<string, string> => ({
  Vary: 'Origin, Sec-Fetch-Site',
  ...(origin === app_origin && {
    'Access-Control-Allow-Origin': app_origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': 'Retry-After',
  }),
})

/** The first parts of paths that people open. All others are for the app only. */
const OPEN_PATHS = [
  '\\.well-known/webauthn',
  'terms',
  'reset-cancel',
  'change-undo',
  'not-me',
  'account-return',
  'connected-services',
  'pictures',
]

/**
 * Whether a form of one of our own pages sends this.
 * NOTE: browsers send `Origin: null` with a form of a page whose policy is `no-referrer` (Fetch, "append a request Origin header"). Safari before 16.4 does not
 * say besides from where it comes. There the path alone counts: each of our forms has a secret in it.
 */
const isOwnForm = (headers: Headers): boolean =>
  headers.get('origin') === 'null' && (headers.get('sec-fetch-site') ?? 'same-origin') === 'same-origin'

/** Headers of every answer that is not the provider's own. */
export function securityHeaders(ctx: Ctx): MiddlewareHandler {
  const headers = Object.entries(answerHeaders(ctx.settings))
  return async (c, next) => {
    await next()
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  }
}

/**
 * Accepts the app's exact origin and no other page. A call that changes something must have this origin: pages of other
 * origins cannot send it, and a client that is not a browser has no cookies that could be used against their owner.
 */
export function cors(ctx: Ctx, openPaths: readonly string[] = []): MiddlewareHandler {
  const openPath = new RegExp(`^/(${[...OPEN_PATHS, ...openPaths].join('|')})\\b`)
  return async (c, next) => {
    const { app_origin, url } = ctx.settings
    const origin = c.req.header('origin')
    const { method, path } = c.req
    const isApp = origin === app_origin
    for (const [name, value] of Object.entries(corsHeaders(app_origin, origin))) c.header(name, value)
    if (method === 'OPTIONS') {
      if (!isApp) throw refuse(403, 'FORBIDDEN', undefined, 'origin')
      c.header('Access-Control-Allow-Methods', METHODS)
      c.header('Access-Control-Allow-Headers', HEADERS)
      c.header('Access-Control-Max-Age', PREFLIGHT_SECONDS)
      return c.body(null, 204)
    }
    const own = openPath.test(path)
    const allowed = isApp || (own && (origin === undefined || origin === url || isOwnForm(c.req.raw.headers)))
    if (origin !== undefined && !allowed) throw refuse(403, 'FORBIDDEN', undefined, 'origin')
    if (!SAFE.has(method) && !allowed) throw refuse(403, 'FORBIDDEN', undefined, 'origin')
    if (!own && c.req.header('sec-fetch-site') === 'cross-site')
      throw refuse(403, 'FORBIDDEN', undefined, 'sec-fetch-site')
    await next()
    return undefined
  }
}
