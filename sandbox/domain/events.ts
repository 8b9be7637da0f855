// Security D12, what happened to whom: kept in the database, and one line in the log.
import type { Ctx, Fields } from '../context'

type Subject = { member_id?: string | null; client_id?: string | null; ip?: string | null }

/** Records a security event. `fields` hold no secret and nothing that names a person. */
export async function record(ctx: Ctx, event: string, subject: Subject, fields: Fields = {}): Promise<void> {
  const { member_id = null, client_id = null, ip = null } = subject
  ctx.log(event, { member_id, client_id, ip, ...fields })
  await ctx.db
    .insertInto('events')
    .values({ at: ctx.now(), event, member_id, client_id, ip, fields: JSON.stringify(fields) })
    .execute()
}
