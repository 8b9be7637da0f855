// Security D12, what happened to whom: kept in the database, and one line in the log.
import type { Ctx, Fields } from '../context'

/** Every event there is. */
export const EVENTS = [
  'code.sent',
  'code.limited',
  'code.undelivered',
  'code.verified',
  'code.repeated',
  'code.wrong',
  'code.blocked',
  'code.expired',
  'consent.given',
  'ids.searched',
  'join.decided',
  'join.done',
  'letter.kept',
  'lock.closed',
  'lock.opened',
  'password.changed',
  'password.reset',
  'profile.changed',
  'reset.allowed',
  'reset.cancelled',
  'reset.delayed',
  'session.ended',
  'session.signed_out',
  'session.used',
  'sign_in.done',
  'sign_in.locked',
  'sign_in.refused',
  'sign_in.wrong_password',
  'token.reused',
] as const
export type SecurityEvent = (typeof EVENTS)[number]

type Subject = { member_id?: string | null; client_id?: string | null; ip?: string | null }

/** Records a security event. `fields` hold no secret and nothing that names a person. */
export async function record(ctx: Ctx, event: SecurityEvent, subject: Subject, fields: Fields = {}): Promise<void> {
  const { member_id = null, client_id = null, ip = null } = subject
  ctx.log(event, { member_id, client_id, ip, ...fields })
  await ctx.db
    .insertInto('events')
    .values({ at: ctx.now(), event, member_id, client_id, ip, fields: JSON.stringify(fields) })
    .execute()
}
