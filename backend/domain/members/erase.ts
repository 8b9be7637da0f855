// Operations: the erasure of a member, for an operator and for the member who leaves. What stays is listed in docs/operators.md, "Leaving".
import { sql, type Transaction as SqlTransaction } from 'kysely'
import type { Ctx, EndedSession } from '../../context.ts'
import type { Member, Schema } from '../../db/schema.ts'
import { endEverythingOf, tellServices } from '../sessions/sessions.ts'
import { noteEvent } from '../webhooks/memberEvents.ts'
import { webhookServices } from '../webhooks/relations.ts'
import { places } from './memberPlaces.ts'

/** The services that the member has used. A logout token without a session means all sessions of the member there. */
async function servicesOf(db: SqlTransaction<Schema>, member_id: string): Promise<EndedSession[]> {
  const first = db
    .selectFrom('service_members')
    .select('client_id')
    .where('member_id', '=', member_id)
    .where('first_used_at', 'is not', null)
  const last = db.selectFrom('service_uses').select('client_id').where('member_id', '=', member_id)
  const used = await first.union(last).execute()
  return used.map(({ client_id }) => ({ client_id, member_id, sid: '' }))
}

/**
 * Deletes the member, in the transaction of its cause. Consents stay without the member, and security events with the member ID alone. Each service that the
 * member has used is told. Call `ctx.jobs.wake()` after the commit.
 */
export async function eraseIn(ctx: Ctx & { db: SqlTransaction<Schema> }, member: Member): Promise<void> {
  const { db } = ctx
  await sql`select from members where id = ${member.id} for update`.execute(db)
  // The grants, by which some services are known, end below.
  for (const { client_id, isUsed } of await webhookServices(ctx, member.id))
    if (isUsed) await noteEvent(ctx, 'member.erased', member.id, client_id)
  const ended = await endEverythingOf(db, member.id)
  const told = new Set(ended.map(({ client_id }) => client_id))
  const others = (await servicesOf(db, member.id)).filter(({ client_id }) => !told.has(client_id))
  await tellServices(ctx, [...ended, ...others])
  await db
    .insertInto('left_consents')
    .columns(['consent_id', 'left_at'])
    .expression((eb) =>
      eb
        .selectFrom('consents')
        .select(['consents.id as consent_id', (each) => each.val(ctx.now()).as('left_at')])
        .where('member_id', '=', member.id),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db.deleteFrom('members').where('id', '=', member.id).execute()
  for (const [table, { of, ends }] of places())
    if (ends === 'by the erasure') await sql`delete from ${sql.table(table)} where ${of(member)}`.execute(db)
}
