// What the services with a webhook may read of a member now.
import type { Ctx } from '../../context.ts'
import { grantedScopes } from '../account/services.ts'

/**
 * @property scopes those that the member has agreed to; of a service that asks for no consent, those of its grants
 * @property isUsed the member has let the service in and has not withdrawn it since
 */
type Relation = { client_id: string; asks_consent: boolean; scopes: string[]; isUsed: boolean }

/** Those services, with what binds them to the member. */
export async function webhookServices(ctx: Ctx, member_id: string): Promise<Relation[]> {
  const named = ctx.clients.flatMap(({ client_id, webhook_uri }) => (webhook_uri ? [client_id] : []))
  if (named.length === 0) return []
  const rows = await ctx.db
    .selectFrom('services as s')
    .leftJoin('service_members as m', (join) =>
      join.onRef('m.client_id', '=', 's.client_id').on('m.member_id', '=', member_id),
    )
    .leftJoin('service_uses as u', (join) =>
      join.onRef('u.client_id', '=', 's.client_id').on('u.member_id', '=', member_id),
    )
    .select(['s.client_id', 's.asks_consent', 'm.scopes', 'u.last_used_at'])
    .where('s.client_id', 'in', named)
    .execute()
  const grants = await grantedScopes(ctx, member_id)
  return rows.map(({ client_id, asks_consent, scopes, last_used_at }) => {
    const granted = grants.get(client_id)
    if (asks_consent) return { client_id, asks_consent, scopes: scopes ?? [], isUsed: scopes !== null }
    return { client_id, asks_consent, scopes: granted ?? [], isUsed: granted !== undefined || last_used_at !== null }
  })
}
