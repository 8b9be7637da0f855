// OpenID Connect Core §3.1.2.1 and RP-Initiated Logout §2: a service may send the parameters of these two addresses as a form.
import type { KoaContextWithOIDC } from 'oidc-provider'

/** The two addresses to which a service sends a browser. */
export const SERVICE_PAGES = { authorization: '/oidc/auth', end_session: '/oidc/logout' }
const paths: ReadonlySet<string> = new Set(Object.values(SERVICE_PAGES))

/** In bytes. The parameters must fit into an address. */
const LARGEST = 8000

/** @returns the body, or null if it is too large */
async function bodyOf(request: AsyncIterable<Buffer>): Promise<string | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > LARGEST) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * Sends the browser to the same address with the parameters of the form. It follows with a GET, so the cookies with `SameSite=Lax` come along.
 * The library's own way, `enableHttpPostMethods`, needs `SameSite=None`.
 */
export async function serviceForms(koa: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  if (koa.method !== 'POST' || !paths.has(koa.path)) return next()
  if (!koa.is('urlencoded')) return koa.throw(415)
  const body = await bodyOf(koa.req)
  if (body === null) return koa.throw(413)
  koa.status = 303
  koa.redirect(`${koa.path}?${new URLSearchParams(body).toString()}`)
}
