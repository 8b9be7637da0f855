// Security O12, back-channel logout (OpenID Connect Back-Channel Logout 1.0): the issuer tells services in server-to-server calls whose session has ended.
import type { Configuration, Provider } from 'oidc-provider'
import type { Ctx, EndedSession } from '../context.ts'
import { addJob } from '../jobs/queue.ts'
import { reasonOf } from '../jobs/reason.ts'
import { traced } from '../tracing/spans.ts'

/** @note The library's types leave its method out. Each call is one signed logout token, good for two minutes. */
type Call = (this: Told, sub: string, sid: string | undefined) => Promise<void>
type Told = { clientId: string; backchannelLogoutUri?: string; backchannelLogout: Call }

/** The library's own method, which calls a service at once. */
const callsOf = new WeakMap<Provider, Call>()

/** By then the call of the sign-out has ended, or its process. */
const AGAIN_SECONDS = 60

/**
 * Lets a sign-out at the library add a job before each of its calls, so that none is lost with its process or with a service that fails. The library waits for
 * the calls, so that the member comes back to services that know. The session ends afterwards, because a job that cannot be added must stop the sign-out: the
 * member can repeat it.
 */
export function addLogoutJobs(ctx: Ctx, provider: Provider): void {
  const client = provider.Client.prototype as unknown as Told
  const call = client.backchannelLogout
  callsOf.set(provider, call)
  client.backchannelLogout = async function (member_id, sid = '') {
    const [kind, wait] = ['session.logout', AGAIN_SECONDS] as const
    const id = await addJob(ctx, kind, { client_id: this.clientId, member_id, sid }, wait)
    const reason = await call.call(this, member_id, sid || undefined).then(() => null, reasonOf)
    if (reason === null) await ctx.db.deleteFrom('jobs').where('id', '=', id).where('tries', '=', 0).execute()
    else ctx.log('job.postponed', { id, kind, tries: 1, reason, wait })
  }
  // The library goes on after an error of this method, unless its listener throws.
  provider.on('backchannel.error', (_koa, error) => {
    throw error
  })
}

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

/** Tells a service that a session has ended. @throws Error if it does not accept that within seconds */
export async function logOutAt(provider: Provider, { client_id, member_id, sid }: EndedSession): Promise<void> {
  const client = (await provider.Client.find(client_id)) as Told | undefined
  if (client?.backchannelLogoutUri) await callsOf.get(provider)?.call(client, member_id, sid || undefined)
}
