// The provider's session of this browser, read from outside of the provider's own routes.
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Provider } from 'oidc-provider'

const SESSION_COOKIE = '_session'

/** Ends the session of this browser if it is this member's. The id in the cookie is the secret by which it is found. */
export async function endProviderSession(c: Context, provider: Provider, member_id: string): Promise<void> {
  const id = getCookie(c, SESSION_COOKIE)
  const session = id ? await provider.Session.find(id) : undefined
  if (session?.accountId === member_id) await session.destroy()
}
