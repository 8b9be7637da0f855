// Contract, "Account": which phone or address of a member is a new one. For seven days a link undoes the change, and until then the new one opens
// nothing alone (docs/decisions/0040).
import { sql } from 'kysely'
import { hashOf, secondsFrom, type Ctx } from '../../context.ts'
import { hmac, secretAt } from '../../db/secrets.ts'
import type { Channel } from '../factors/channels.ts'

export const UNDO_SECONDS = 7 * 86_400

/** No row of the database contains the secret. */
export const undoSecret = ({ keys }: Pick<Ctx, 'keys'>, { id, at }: { id: string; at: Date }): string =>
  hmac(secretAt(keys.secrets.codes, at), `undo ${id}`).toString('base64url')

/**
 * The link of a change, the same at each try of its message.
 * @returns undefined if the secret of its time is gone: an operator has started the message again, days after a rotation
 */
export async function undoUrl(ctx: Ctx, change_id: string): Promise<string | undefined> {
  const changes = ctx.db.selectFrom('channel_changes').select(['id', 'at', 'undo_hash']).where('id', '=', change_id)
  const change = await changes.executeTakeFirst()
  const secret = change && undoSecret(ctx, change)
  return secret !== undefined && hashOf(secret) === change?.undo_hash
    ? `${ctx.settings.url}/change-undo/${secret}`
    : undefined
}

/** The changes of a member that can still be undone. */
const open = ({ db, now }: Pick<Ctx, 'db' | 'now'>) =>
  db.selectFrom('channel_changes').where('undone_at', 'is', null).where('at', '>', secondsFrom(now(), -UNDO_SECONDS))

/** The channels of this member that are younger than seven days. NOTE: the same statement for a member ID that nobody has (Security A7). */
export async function youngChannels(ctx: Ctx, member_id: string): Promise<Set<Channel>> {
  const rows = await open(ctx).select('channel').where('member_id', '=', member_id).execute()
  return new Set(rows.map(({ channel }) => channel))
}

/** What the member had before: phones in E.164, and login IDs. The newest change is the first. */
export const formerChannels = (ctx: Ctx, member_id: string) =>
  open(ctx).select(['channel', 'was']).where('member_id', '=', member_id).orderBy('at', 'desc').execute()

/** The change from one phone or login ID to another one, which a notice tells of; undefined if no link undoes it. */
export async function changeBetween(
  ctx: Ctx,
  of: { member_id: string; channel: Channel; was: string | null; became: string | null },
): Promise<string | undefined> {
  const row = await open(ctx)
    .select('id')
    .where('member_id', '=', of.member_id)
    .where('channel', '=', of.channel)
    .where('was', of.was === null ? 'is' : '=', of.was)
    .where('became', '=', of.became)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Which of these login IDs can still return to a member. */
export async function formerAmong(of: Pick<Ctx, 'db' | 'now'>, login_id_keys: readonly string[]): Promise<Set<string>> {
  const rows = await open(of)
    .select('was')
    .where('channel', '=', 'email')
    .where(sql<boolean>`was = any(${login_id_keys}::text[])`)
    .execute()
  return new Set(rows.flatMap(({ was }) => was ?? []))
}

/** The member to whom this login ID can still return, or null. Nobody else gets it meanwhile. */
export async function formerOwner(ctx: Ctx, login_id_key: string): Promise<string | null> {
  const row = await open(ctx)
    .select('member_id')
    .where('channel', '=', 'email')
    .where('was', '=', login_id_key)
    .limit(1)
    .executeTakeFirst()
  return row?.member_id ?? null
}

/** The change that this call has made before: its answer may have been lost. */
export async function changeOfProof(ctx: Ctx, member_id: string, channel: Channel, auth_code: string) {
  return ctx.db
    .selectFrom('channel_changes')
    .select(['became', 'undone_at'])
    .where('proof_hash', '=', hashOf(auth_code))
    .where('member_id', '=', member_id)
    .where('channel', '=', channel)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
}
