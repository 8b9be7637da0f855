// Security A16: the link to a former phone or address that undoes its change.
import type { Transaction as SqlTransaction } from 'kysely'
import { hashOf, secondsFrom, type Ctx } from '../../context.ts'
import type { Member, Schema } from '../../db/schema.ts'
import { record } from '../audit/events.ts'
import type { Channel } from '../factors/channels.ts'
import { noteTakenFactor } from '../factors/takenFactor.ts'
import { hasSameIdentity, identityKey } from '../join/joinPerson.ts'
import { notify } from '../notices/notices.ts'
import { protectIn } from '../sessions/protect.ts'
import { endUseOf, moveAttempts } from './changeChannel.ts'
import { UNDO_SECONDS } from './channelChanges.ts'

const openChange = (ctx: Ctx, secret: string) =>
  ctx.db
    .selectFrom('channel_changes')
    .select(['id', 'member_id', 'channel', 'was', 'at'])
    .where('undo_hash', '=', hashOf(secret))
    .where('undone_at', 'is', null)
    .where('at', '>', secondsFrom(ctx.now(), -UNDO_SECONDS))

/** What a link undoes: a first phone has no former one that could come back. */
type Undoes = Channel | 'firstPhone'

const undoes = ({ channel, was }: { channel: Channel; was: string | null }): Undoes =>
  channel === 'phone' && was === null ? 'firstPhone' : channel

/** What the link with this secret would undo, or null: it was used, or is older than seven days. */
export async function mayUndo(ctx: Ctx, secret: string): Promise<Undoes | null> {
  const change = await openChange(ctx, secret).executeTakeFirst()
  return change ? undoes(change) : null
}

type Restored = Partial<Pick<Member, 'login_id' | 'login_id_key' | 'phone' | 'identity_key' | 'second_factor'>>

/** The columns of the member with the former phone or login ID. */
async function restored(ctx: Ctx, member: Member, channel: Channel, was: string | null): Promise<Restored> {
  if (channel === 'email') return was === null ? {} : { login_id: was, login_id_key: was }
  if (was === null) return { phone: null, identity_key: null, second_factor: 'NONE' }
  // Somebody of this name may have joined with the number since.
  const isSomeones = await hasSameIdentity(ctx, was, member, member.id)
  return { phone: was, identity_key: isSomeones ? null : identityKey(was, member) }
}

async function undo(ctx: Ctx & { db: SqlTransaction<Schema> }, secret: string) {
  const found = await openChange(ctx, secret).executeTakeFirst()
  if (!found) return null
  const { member_id, channel, was, at } = found
  const member = await ctx.db
    .selectFrom('members')
    .selectAll()
    .where('id', '=', member_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  // The changes that came after this one are undone with it, so that their links do not bring them back.
  const changes = await ctx.db
    .updateTable('channel_changes')
    .set({ undone_at: ctx.now() })
    .where('member_id', '=', member_id)
    .where('channel', '=', channel)
    .where('at', '>=', at)
    .where('undone_at', 'is', null)
    .returning('id')
    .execute()
  if (!changes.some(({ id }) => id === found.id)) return null
  const set = await restored(ctx, member, channel, was)
  if (Object.keys(set).length > 0) await ctx.db.updateTable('members').set(set).where('id', '=', member_id).execute()
  if (channel === 'email' && was !== null) await moveAttempts(ctx.db, member.login_id_key, was)
  await endUseOf(ctx.db, member_id, channel)
  const stays = await protectIn(ctx, member_id)
  if (set.second_factor && member.second_factor !== set.second_factor) await noteTakenFactor(ctx, member_id)
  // A first phone has no former one. It is told itself, because whoever has the mailbox may have pressed the link.
  const phone = undoes(found) === 'firstPhone' ? member.phone : (set.phone ?? member.phone)
  await notify(ctx, 'changeUndone', { ...member, ...set, phone }, null)
  if (stays) await notify(ctx, 'stayed', { ...member, ...set }, null)
  return { member_id, channel, stays, undone: undoes(found) }
}

/**
 * Brings the former phone or login ID back, ends all sessions, protects the account until a reset sets a new password, and keeps a member who was about to
 * leave.
 * @returns what was undone, or null if the link was used or is older than seven days
 */
export async function undoChange(ctx: Ctx, secret: string, ip: string): Promise<Undoes | null> {
  const done = await ctx.db.transaction().execute((db) => undo({ ...ctx, db }, secret))
  if (!done) return null
  ctx.jobs.wake()
  const subject = { member_id: done.member_id, ip }
  await record(ctx, 'change.undone', subject, { channel: done.channel })
  if (done.stays) await record(ctx, 'account.stayed', subject)
  return done.undone
}
