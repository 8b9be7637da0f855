// Security O12, back-channel logout (OpenID Connect Back-Channel Logout 1.0): the issuer tells services in server-to-server calls whose session has ended.
import type { Configuration, Provider } from 'oidc-provider'
import type { Ctx, EndedSession } from '../context.ts'
import { addJob } from '../jobs/queue.ts'
import { traced } from '../tracing/spans.ts'

/** @note The library's types leave its method out. Each call is one signed logout token, good for two minutes. */
type Told = { backchannelLogoutUri?: string; backchannelLogout(sub: string, sid: string | undefined): Promise<void> }

/** A service that has just failed gets some time. */
const AGAIN_SECONDS = 60

/**
 * Calls a service for the library, only at the addresses that the services have registered.
 * NOTE: the library's own check refuses this machine and private networks, where services of an installation may run.
 */
export const callServices =
  (ctx: Ctx): NonNullable<Configuration['fetch']> =>
  async (url, { dispatcher: _public, ...options }: RequestInit & { dispatcher?: unknown } = {}) => {
    const known = ctx.clients.flatMap(({ backchannel_logout_uri: uri }) => (uri ? [new URL(uri).href] : []))
    if (typeof url !== 'string' || !known.includes(url)) throw new Error('not an address of a service')
    return traced('client', 'back-channel logout', {}, () => fetch(url, options))
  }

/** Tells a service about a session that it has not ended itself. @throws Error if it does not accept that within seconds */
export async function logOutAt(provider: Provider, { client_id, member_id, sid }: EndedSession): Promise<void> {
  const client = (await provider.Client.find(client_id)) as Told | undefined
  if (client?.backchannelLogoutUri) await client.backchannelLogout(member_id, sid || undefined)
}

/** After the library itself has told a service in vain. Logs only the reason, because the request contains a token. */
export async function tellAgain(ctx: Ctx, session: EndedSession, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error)
  ctx.log('oidc.untold', { client_id: session.client_id, message })
  await addJob(ctx, 'session.logout', session, AGAIN_SECONDS)
}
