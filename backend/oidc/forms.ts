// OpenID Connect Core §3.1.2.1 and RP-Initiated Logout §2: a service may send the parameters of these two addresses as a form.
import { text } from 'node:stream/consumers'
import type { KoaContextWithOIDC } from 'oidc-provider'

/** The two addresses to which a service sends a browser. */
export const SERVICE_PAGES = { authorization: '/oidc/auth', end_session: '/oidc/logout' }
const paths: ReadonlySet<string> = new Set(Object.values(SERVICE_PAGES))

/** The largest form, in bytes: its parameters must fit into an address. */
const LARGEST = 8000

/**
 * Sends the browser to the same address with the parameters of the form. It follows with a GET, so the cookies with `SameSite=Lax` come along.
 * The library's own way, `enableHttpPostMethods`, needs `SameSite=None`. The address then shows what the form contained, as with a GET of the service.
 */
export async function serviceForms(koa: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  if (koa.method !== 'POST' || !paths.has(koa.path)) return next()
  if (!koa.is('urlencoded')) return koa.throw(415)
  // Browsers send the length of a form. Node lets no more than that through.
  const { length } = koa.request
  if (length === undefined) return koa.throw(411)
  if (length > LARGEST) return koa.throw(413)
  koa.status = 303
  koa.redirect(`${koa.path}?${new URLSearchParams(await text(koa.req)).toString()}`)
}
