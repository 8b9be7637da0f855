// Security B1, the cookies that this server sets and reads: HttpOnly, bound to this host, and Secure behind TLS.
import { createHmac } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import type { Ctx } from '../context.ts'
import { cookieKeys } from '../db/secrets.ts'
import { STAY_SECONDS, type BrowserKey } from '../domain/signIn/accounts.ts'
import { deviceSeconds } from '../domain/signIn/knownBrowsers.ts'
import { JOIN_SECONDS, markOf, type Secrets } from '../domain/signIn/transactions.ts'

/** `__Host-` ties a cookie to this very host and to TLS; on plain http (loopback only) browsers refuse that prefix. */
const cookieName = (ctx: Ctx, name: string): string => (ctx.settings.url.startsWith('https:') ? `__Host-${name}` : name)

function setCookieLine(ctx: Ctx, name: string, value: string, seconds?: number): string {
  const secure = ctx.settings.url.startsWith('https:') ? '; Secure' : ''
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`
  return `${cookieName(ctx, name)}=${value}; Path=/; HttpOnly; SameSite=Lax${age}${secure}`
}

/** The cookie of the issuer's session. */
const SESSION = '_session'
export const sessionCookieName = (ctx: Ctx): string => cookieName(ctx, SESSION)

const BROWSER = 'browser'
export const browserCookieName = (ctx: Ctx): string => cookieName(ctx, BROWSER)

/** The key of this browser, which its account sessions belong to. */
export const browserOf = (c: Context, ctx: Ctx): string | undefined => getCookie(c, browserCookieName(ctx))

const DEVICE = 'device'

/** The key that shows which members have signed in before in this browser. It survives a sign-out. */
export const deviceOf = (c: Context, ctx: Ctx): string | undefined => getCookie(c, cookieName(ctx, DEVICE))

/** The same key in a `Cookie` header, for a request that no route has received yet. */
export const deviceIn = (ctx: Ctx, header = ''): string | undefined =>
  parse(header, cookieName(ctx, DEVICE))[cookieName(ctx, DEVICE)]

/** Gives the browser the keys of a sign-in. */
export function setBrowserKeys(c: Context, ctx: Ctx, { secret, stays, device }: BrowserKey): void {
  const lines = [
    setCookieLine(ctx, BROWSER, secret, stays ? STAY_SECONDS : undefined),
    setCookieLine(ctx, DEVICE, device, deviceSeconds(ctx)),
  ]
  for (const line of lines) c.header('Set-Cookie', line, { append: true })
}

/**
 * Gives the browser another ID of its session, in the form of the issuer's library: with a signature beside it (package keygrip).
 * @param expires null: until the browser is closed
 */
export function setSessionCookie(c: Context, ctx: Ctx, { id, expires }: { id: string; expires: Date | null }): void {
  const name = cookieName(ctx, SESSION)
  // The first secret of an installation ends 14 days after a rotation, and the issuer reads no cookie that an ended one has signed.
  const [signs = ''] = cookieKeys(ctx.keys.secrets, ctx.now())
  const seal = createHmac('sha1', signs).update(`${name}=${id}`).digest('base64url')
  const seconds = expires === null ? undefined : Math.ceil((expires.getTime() - Date.now()) / 1000)
  for (const [part, value] of [
    [SESSION, id],
    [`${SESSION}.sig`, seal],
  ] as const)
    c.header('Set-Cookie', setCookieLine(ctx, part, value, seconds), { append: true })
}

const VISIT = 'tx.'

/** The secrets of the browser's visits in its `Cookie` header. Browsers send the oldest cookies first. */
export function secretsIn(ctx: Ctx, header = ''): Secrets {
  const prefix = cookieName(ctx, VISIT)
  const ours = Object.entries(parse(header)).filter(([name]) => name.startsWith(prefix))
  return new Map(ours.map(([name, secret]) => [name.slice(prefix.length), secret]))
}

export const secretsOf = (c: Context, ctx: Ctx): Secrets => secretsIn(ctx, c.req.header('cookie'))

/** With more visits, the oldest ones end in this browser: the cookies of all of them must fit into the header of a request. */
const MOST_VISITS = 10

/** @param header the `Cookie` header of the request @returns the Set-Cookie lines of a new visit, and of the oldest ones that make room for it */
export function visitCookies(ctx: Ctx, header: string | undefined, id: string, secret: string): string[] {
  const marks = [...secretsIn(ctx, header).keys()]
  const oldest = marks.slice(0, Math.max(0, marks.length + 1 - MOST_VISITS))
  return [
    ...oldest.map((mark) => setCookieLine(ctx, `${VISIT}${mark}`, '', 0)),
    setCookieLine(ctx, `${VISIT}${markOf(id)}`, secret, JOIN_SECONDS),
  ]
}
