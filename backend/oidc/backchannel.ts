// Security O12, back-channel logout (OpenID Connect Back-Channel Logout 1.0): the issuer tells services in server-to-server calls whose session has ended.
import type { Configuration, Provider } from 'oidc-provider'
import type { Ctx, EndedSession } from '../context'

/** @note The library's types leave its method out. Each call is one signed logout token, good for two minutes. */
type Told = { backchannelLogoutUri?: string; backchannelLogout(sub: string, sid: string): Promise<void> }

/**
 * Calls a service for the library, only at the addresses of the settings.
 * NOTE: the library's own check refuses this machine and private networks, where services of an installation may run.
 */
export const callServices =
  ({ settings }: Ctx): NonNullable<Configuration['fetch']> =>
  async (url, { dispatcher: _public, ...options }: RequestInit & { dispatcher?: unknown } = {}) => {
    const known = settings.clients.flatMap(({ backchannel_logout_uri: uri }) => (uri ? [new URL(uri).href] : []))
    if (typeof url !== 'string' || !known.includes(url)) throw new Error('not an address of the settings')
    return fetch(url, options)
  }

/** Tells each service about sessions that it has not ended itself. The log names a service that does not answer within seconds. */
export async function tellServices(ctx: Ctx, provider: Provider, ended: readonly EndedSession[]): Promise<void> {
  const tell = async ({ client_id, member_id, sid }: EndedSession) => {
    try {
      const client = (await provider.Client.find(client_id)) as Told | undefined
      if (client?.backchannelLogoutUri) await client.backchannelLogout(member_id, sid)
    } catch (error) {
      serviceUntold(ctx, client_id, error)
    }
  }
  await Promise.all(ended.map(tell))
}

/** Only the reason, because the request contains a token. */
export const serviceUntold = (ctx: Ctx, client_id: string, error: unknown): void =>
  ctx.log('oidc.untold', { client_id, message: error instanceof Error ? error.message : String(error) })
