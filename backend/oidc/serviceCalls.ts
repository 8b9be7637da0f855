// Security E8: how many tokens and pushed requests a service may fetch per minute, and how many tokens for one member.
import { errors, type Adapter, type KoaContextWithOIDC } from 'oidc-provider'
import type { Ctx } from '../context.ts'
import { sharedLimit } from '../domain/limits/sharedLimits.ts'

const MINUTE = 60

/**
 * The limits of services. They count only calls of a service that has proved itself, because anybody can name a service: else a
 * stranger could use up its calls.
 */
export function serviceCalls(ctx: Ctx) {
  const { limits } = ctx.settings
  const ofService = sharedLimit(ctx, 'service', { most: limits.service_calls_per_minute, seconds: MINUTE })
  const ofMember = sharedLimit(ctx, 'member', { most: limits.member_tokens_per_minute, seconds: MINUTE })

  const refuse = (koa: KoaContextWithOIDC, seconds: number) => {
    koa.set('Retry-After', String(seconds))
    throw Object.assign(new errors.CustomOIDCProviderError('too_many_requests', 'try again later'), {
      status: 429,
      statusCode: 429,
    })
  }
  const takeService = async (koa: KoaContextWithOIDC) => {
    const { client } = koa.oidc
    const isProved = client !== undefined && client.clientAuthMethod !== 'none'
    const wait = isProved ? await ofService([{ key: client.clientId, weight: 1 }]) : 0
    if (wait > 0) refuse(koa, wait)
  }
  const takeToken = async (koa: KoaContextWithOIDC, member_id: string): Promise<void> => {
    const wait = await ofMember([{ key: `${koa.oidc.client?.clientId} ${member_id}`, weight: 1 }])
    if (wait > 0) refuse(koa, wait)
    await takeService(koa)
  }
  return {
    /**
     * The adapter of codes or refresh tokens, which counts those that are about to be exchanged. One member then cannot use up the calls of a service.
     * `find` throws an error that the library answers with 429, before it marks the code or token as used.
     */
    presented: (adapter: Adapter, current: () => KoaContextWithOIDC | undefined): Adapter => ({
      ...adapter,
      async find(id) {
        const payload = await adapter.find(id)
        const koa = current()
        if (payload?.accountId !== undefined && koa?.oidc.route === 'token') await takeToken(koa, payload.accountId)
        return payload
      },
    }),
    /** The adapter of pushed requests, which counts what it writes. */
    limited: (adapter: Adapter, current: () => KoaContextWithOIDC | undefined): Adapter => ({
      ...adapter,
      async upsert(id, payload, expiresIn) {
        const koa = current()
        if (koa?.oidc.route === 'pushed_authorization_request') await takeService(koa)
        return adapter.upsert(id, payload, expiresIn)
      },
    }),
  }
}
