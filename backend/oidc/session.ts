// Reads the provider's session of this browser outside the provider's routes.
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Provider } from 'oidc-provider'
import type { Ctx } from '../context.ts'
import { endedAt, tellServices } from '../domain/sessions/sessions.ts'
import { revokeGrantsOf } from './adapter.ts'
import { sessionCookieName } from '../http/cookies.ts'

/** Ends the session of this browser if it belongs to this member. The cookie holds the session's ID. */
export async function endProviderSession(c: Context, ctx: Ctx, provider: Provider, member_id: string): Promise<void> {
  const id = getCookie(c, sessionCookieName(ctx))
  const session = id ? await provider.Session.find(id) : undefined
  if (session?.accountId !== member_id) return
  await session.destroy()
  await revokeGrantsOf(ctx, session)
  await tellServices(ctx, endedAt(session))
  ctx.jobs.wake()
}
