// Which service is told what of a member (contract/shapes/webhooks.ts). A cause writes a row in its transaction, and triggers write one for data that change
// (db/migrations/webhooks.ts). One instance at a time turns the rows into jobs.
import { sql, type Selectable } from 'kysely'
import type { WebhookEvent } from '../../../contract/shapes/webhooks.ts'
import type { Ctx } from '../../context.ts'
import type { Schema } from '../../db/schema.ts'
import { addJob } from '../../jobs/queue.ts'
import { webhookServices } from './relations.ts'

type Event = Selectable<Schema['member_events']>

/** @param client_id null: each service that the member uses */
export async function noteEvent(
  { db }: Pick<Ctx, 'db'>,
  event: WebhookEvent,
  member_id: string,
  client_id: string | null = null,
): Promise<void> {
  await db.insertInto('member_events').values({ event, member_id, client_id }).execute()
}

/** The service will be told of the decision about this join. A trigger writes the event. */
export async function keepWaiting({ db }: Pick<Ctx, 'db'>, member_id: string, client_id: string): Promise<void> {
  await db
    .insertInto('waiting_joins')
    .values({ member_id, client_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Nothing that has not left yet reaches the service any more. */
export async function forgetEvents({ db }: Pick<Ctx, 'db'>, member_id: string, client_id: string): Promise<void> {
  await db.deleteFrom('member_events').where('member_id', '=', member_id).where('client_id', '=', client_id).execute()
  await sql`
    delete from jobs where kind = 'webhook' and payload->>'client_id' = ${client_id}
      and payload->>'member_id' = ${member_id}`.execute(db)
}

/** The services that an event tells. An erased member uses none any more, and neither does one who has withdrawn the service. */
async function toldOf(ctx: Ctx, { event, member_id, client_id, changed }: Event): Promise<string[]> {
  if (client_id !== null && (event === 'member.erased' || event === 'service.withdrawn')) return [client_id]
  const services = await webhookServices(ctx, member_id)
  const isJoin = event === 'member.joined' || changed.includes('join_status')
  return services
    .filter((one) => client_id === null || one.client_id === client_id)
    .filter(({ isUsed, asks_consent }) => isUsed || (isJoin && !asks_consent))
    .map((one) => one.client_id)
}

/** A statement may have changed thousands of members: so many events are handled in one transaction. */
const AT_ONCE = 100

/** NOTE: another instance waits for these rows, so that it does not overtake: the jobs are in the order of the events. */
async function followSome(ctx: Ctx): Promise<number> {
  const some = ctx.db.selectFrom('member_events').select('id').orderBy('id').limit(AT_ONCE).forUpdate()
  const events = await ctx.db.deleteFrom('member_events').where('id', 'in', some).returningAll().execute()
  const known = new Set(ctx.clients.flatMap(({ client_id, webhook_uri }) => (webhook_uri ? [client_id] : [])))
  if (known.size === 0) return events.length
  for (const one of events.toSorted((before, after) => before.id - after.id)) {
    const { id: sequence, member_id, event, changed } = one
    for (const client_id of await toldOf(ctx, one))
      if (known.has(client_id)) await addJob(ctx, 'webhook', { client_id, member_id, sequence, event, changed })
  }
  return events.length
}

/** Adds the jobs of the events that nobody has handled yet. */
export async function followEvents(ctx: Ctx): Promise<void> {
  for (;;) {
    const count = await ctx.db.transaction().execute((db) => followSome({ ...ctx, db }))
    if (count > 0) ctx.jobs.wake()
    if (count < AT_ONCE) return
  }
}
