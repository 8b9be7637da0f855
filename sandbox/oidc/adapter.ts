// The provider's state in SQL. Expiry is checked on reading; sweep.ts takes away what nobody will read again.
import { sql } from 'kysely'
import { errors, type Adapter, type AdapterPayload } from 'oidc-provider'
import type { Ctx } from '../context'

/**
 * What a revoked grant takes with it.
 * @note Interaction and Session carry a grantId too; if theirs were kept, revoking a grant while an account is being
 *   switched would delete the interaction that is just being resumed.
 */
const GRANTABLE = new Set([
  'AccessToken',
  'AuthorizationCode',
  'RefreshToken',
  'DeviceCode',
  'BackchannelAuthenticationRequest',
])

export function sqlAdapter(ctx: Ctx, model: string): Adapter {
  const rows = () => ctx.db.selectFrom('oidc_payloads').select(['payload', 'consumed_at']).where('model', '=', model)

  async function findBy(column: 'id' | 'uid' | 'user_code', value: string): Promise<AdapterPayload | undefined> {
    const row = await rows()
      .where(column, '=', value)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date())]))
      .executeTakeFirst()
    if (!row) return undefined
    return { ...row.payload, ...(row.consumed_at && { consumed: Math.floor(row.consumed_at.getTime() / 1000) }) }
  }

  return {
    async upsert(id, payload, expiresIn) {
      const values = {
        payload: JSON.stringify(payload),
        grant_id: (GRANTABLE.has(model) && payload.grantId) || null,
        user_code: payload.userCode ?? null,
        uid: payload.uid ?? null,
        expires_at: expiresIn ? new Date(Date.now() + expiresIn * 1000) : null,
      }
      await ctx.db
        .insertInto('oidc_payloads')
        .values({ model, id, ...values })
        .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(values))
        .execute()
    },
    find: (id) => findBy('id', id),
    findByUid: (uid) => findBy('uid', uid),
    findByUserCode: (code) => findBy('user_code', code),
    /** One statement, so that of any number of parallel redemptions of one code one succeeds; the others revoke the grant. */
    async consume(id) {
      const used = await ctx.db
        .updateTable('oidc_payloads')
        .set({ consumed_at: sql<Date>`now()` })
        .where('model', '=', model)
        .where('id', '=', id)
        .where('consumed_at', 'is', null)
        .returning('grant_id')
        .executeTakeFirst()
      if (used) return
      const reused = await ctx.db
        .selectFrom('oidc_payloads')
        .select('grant_id')
        .where('model', '=', model)
        .where('id', '=', id)
        .executeTakeFirst()
      if (reused?.grant_id) await revoke(ctx, reused.grant_id)
      throw new errors.InvalidGrant('already used')
    },
    async destroy(id) {
      await ctx.db.deleteFrom('oidc_payloads').where('model', '=', model).where('id', '=', id).execute()
    },
    async revokeByGrantId(grantId) {
      await ctx.db.deleteFrom('oidc_payloads').where('model', '=', model).where('grant_id', '=', grantId).execute()
    },
  }
}

/** A used code that is used again was stolen or is being stolen: everything of its grant ends. */
async function revoke(ctx: Ctx, grant_id: string): Promise<void> {
  await ctx.db.deleteFrom('oidc_payloads').where('grant_id', '=', grant_id).execute()
  await ctx.db.deleteFrom('oidc_payloads').where('model', '=', 'Grant').where('id', '=', grant_id).execute()
}
