// The provider's state in SQL. Every read checks the expiry; sweep.ts deletes expired rows.
// Security B2: an ID is a secret of a browser or a partner, so a row has only its SHA-256, and a reader of the table cannot use it.
import { sql } from 'kysely'
import { errors, type Adapter, type AdapterPayload } from 'oidc-provider'
import { currentCall, noteHolder } from '../call.ts'
import { hashOf, type Ctx } from '../context.ts'
import { record } from '../domain/audit/events.ts'
import { gatheredFor, hold, isStorable, noteSession, write, writeGathered } from './payloads.ts'

/**
 * The models that are deleted with a revoked grant.
 * @note Interaction and Session carry a grantId too; if theirs were kept, revoking a grant while an account is being
 *   switched would delete the interaction that is just being resumed.
 */
const GRANTABLE = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken'])

/** What a service presents for new tokens. */
const PRESENTED = new Set(['AuthorizationCode', 'RefreshToken'])
export const isPresented = (model: string): boolean => PRESENTED.has(model)

/** A placeholder for the ID of a row that was found without it, so that the row can be saved again. It is no valid ID: a lookup hashes it. */
const KNOWN_BY_HASH = 'sha256:'
const rowOf = (id: string): string => (id.startsWith(KNOWN_BY_HASH) ? id.slice(KNOWN_BY_HASH.length) : hashOf(id))

/**
 * Removes from a payload what must not be stored: its own ID, the session cookie with which an interaction began, and the secret of an invitation, whose hash
 * is stored with the visit.
 * @note A session's uid stays, for the library would give it another. It travels nowhere and is found by its hash.
 */
function withoutIds({ jti: _own, ...payload }: AdapterPayload): object {
  const { cookie: _secret, ...session } = (payload.session ?? {}) as { cookie?: string }
  const { invitation: _invited, ...params } = payload.params ?? {}
  return { ...payload, ...(payload.session !== undefined && { session }), ...(payload.params && { params }) }
}

export function sqlAdapter(ctx: Ctx, model: string): Adapter {
  async function findBy(column: 'id' | 'uid', value: string): Promise<AdapterPayload | undefined> {
    const hash = hashOf(value)
    const own = gatheredFor(model, column, hash)
    if (own !== undefined)
      return own === null
        ? undefined
        : { ...(JSON.parse(own.payload) as AdapterPayload), jti: column === 'id' ? value : KNOWN_BY_HASH + own.id }
    const row = await ctx.db
      .selectFrom('oidc_payloads')
      .select(['id', 'payload', 'consumed_at'])
      .where('model', '=', model)
      .where(column, '=', hash)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date())]))
      .executeTakeFirst()
    if (!row) return undefined
    if (model === 'Session') noteSession(row.id)
    if (isPresented(model)) noteHolder(row.payload.accountId as string | undefined)
    const jti = column === 'id' ? value : KNOWN_BY_HASH + row.id
    const used = row.consumed_at && { consumed: Math.floor(row.consumed_at.getTime() / 1000) }
    return { ...row.payload, jti, ...used }
  }

  return {
    async upsert(id, payload, expiresIn) {
      const text = JSON.stringify(withoutIds(payload))
      // Such a value comes from the request.
      if (!isStorable(text)) throw new errors.InvalidRequest('U+0000 or half a surrogate pair')
      const key = { model, id: rowOf(id) }
      await write(ctx, key, {
        ...key,
        payload: text,
        grant_id: GRANTABLE.has(model) && payload.grantId ? hashOf(payload.grantId) : null,
        uid: payload.uid ? hashOf(payload.uid) : null,
        // 0: what is kept within its last second has ended.
        expires_at: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
      })
    },
    find: (id) => findBy('id', id),
    findByUid: (uid) => findBy('uid', uid),
    // No device flow.
    findByUserCode: async () => undefined,
    /** One statement, so that only one of several parallel redemptions of a code succeeds. The others wait for it, and revoke the grant. */
    async consume(id) {
      await writeGathered(ctx)
      const { holder } = currentCall() ?? {}
      if (holder) await hold(ctx, [holder])
      const used = await ctx.db
        .updateTable('oidc_payloads')
        .set({ consumed_at: sql<Date>`now()` })
        .where('model', '=', model)
        .where('id', '=', hashOf(id))
        .where('consumed_at', 'is', null)
        .returning('grant_id')
        .executeTakeFirst()
      if (used) return model === 'RefreshToken' ? forgetUsed(ctx, used.grant_id) : undefined
      const reused = await ctx.db
        .selectFrom('oidc_payloads')
        .select(['grant_id', 'payload'])
        .where('model', '=', model)
        .where('id', '=', hashOf(id))
        .executeTakeFirst()
      if (reused?.grant_id) {
        await revoke(ctx, reused.grant_id)
        const { accountId, clientId } = reused.payload as AdapterPayload
        await record(ctx, 'token.reused', { member_id: accountId ?? null, client_id: clientId ?? null })
      }
      throw new errors.InvalidGrant('already used')
    },
    async destroy(id) {
      await write(ctx, { model, id: rowOf(id) }, null)
    },
    async revokeByGrantId(grantId) {
      await writeGathered(ctx)
      await ctx.db
        .deleteFrom('oidc_payloads')
        .where('model', '=', model)
        .where('grant_id', '=', hashOf(grantId))
        .execute()
    },
  }
}

/** Used refresh tokens that a grant keeps, so that the use of a stolen one revokes it. A service that renews in a loop would fill the table. */
const MOST_USED = 50

/** Deletes the oldest used refresh tokens of a grant. @param grant_id hashed */
async function forgetUsed(ctx: Ctx, grant_id: string | null): Promise<void> {
  const ofGrant = ctx.db
    .selectFrom('oidc_payloads')
    .where('model', '=', 'RefreshToken')
    .where('grant_id', '=', grant_id)
    .where('consumed_at', 'is not', null)
  const oldest = ofGrant.select('consumed_at').orderBy('consumed_at', 'desc').offset(MOST_USED).limit(1)
  await ctx.db
    .deleteFrom('oidc_payloads')
    .where('model', '=', 'RefreshToken')
    .where('grant_id', '=', grant_id)
    .where('consumed_at', '<=', oldest)
    .execute()
}

/** Revokes a grant whose code was used twice, because the code may be stolen. @param grant_id hashed */
async function revoke(ctx: Ctx, grant_id: string): Promise<void> {
  await ctx.db.deleteFrom('oidc_payloads').where('grant_id', '=', grant_id).execute()
  await ctx.db.deleteFrom('oidc_payloads').where('model', '=', 'Grant').where('id', '=', grant_id).execute()
}

/** Ends the codes and tokens of every service at which this session was used. */
export async function revokeGrantsOf(
  ctx: Ctx,
  session: { authorizations?: Record<string, { grantId?: string }> | undefined } | undefined,
): Promise<void> {
  for (const { grantId } of Object.values(session?.authorizations ?? {}))
    if (grantId) await revoke(ctx, hashOf(grantId))
}
