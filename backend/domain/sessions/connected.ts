// Security D13, the services that a member has let in: what each may learn, and how the member takes that back.
import { sql } from 'kysely'
import type { Ctx, EndedSession } from '../../context.ts'
import { record } from '../audit/events.ts'
import { holdMember } from '../members/hold.ts'
import { notifyWithin } from '../notices/notices.ts'
import { forgetEvents, noteEvent } from '../webhooks/memberEvents.ts'
import { endedAt, tellServices, type ProviderSession } from './sessions.ts'

/**
 * The scopes to which this member has agreed at a service that asks for consent.
 * @returns null if the service does not ask for consent: it may then receive every scope that it requests
 */
export async function agreedScopes(ctx: Ctx, member_id: string, client_id: string): Promise<string[] | null> {
  const row = await ctx.db
    .selectFrom('services as s')
    .leftJoin('service_members as m', (join) =>
      join.onRef('m.client_id', '=', 's.client_id').on('m.member_id', '=', member_id),
    )
    .select(['s.asks_consent', 'm.scopes'])
    .where('s.client_id', '=', client_id)
    .executeTakeFirst()
  return row?.asks_consent ? (row.scopes ?? []) : null
}

/** Who withdraws: the member, or an operator in the member's name. */
type Who = { ip: string } | { by: string }

/**
 * Takes back what the member agreed to at one service, and ends its codes, tokens and grants. The answers are added, none is changed.
 * @returns false where there was nothing to take back
 */
export async function withdraw(ctx: Ctx, member_id: string, client_id: string, who: Who): Promise<boolean> {
  const isDone = await ctx.db.transaction().execute(async (db) => {
    await holdMember(db, member_id)
    const gone = await sql<{ id: string }>`
      delete from oidc_payloads where payload->>'accountId' = ${member_id} and payload->>'clientId' = ${client_id}
        and model <> 'Session' returning id`.execute(db)
    const left = await db
      .updateTable('service_members')
      .set({ scopes: null })
      .where('member_id', '=', member_id)
      .where('client_id', '=', client_id)
      .where('scopes', 'is not', null)
      .returning('client_id')
      .executeTakeFirst()
    const used = await db
      .deleteFrom('service_uses')
      .where('member_id', '=', member_id)
      .where('client_id', '=', client_id)
      .returning('client_id')
      .executeTakeFirst()
    if (gone.rows.length === 0 && !left && !used) return false
    await db
      .insertInto('consents')
      .columns(['member_id', 'owner', 'terms_code', 'version', 'agreed', 'at'])
      .expression((eb) =>
        eb
          .selectFrom((inner) =>
            inner
              .selectFrom('consents')
              .distinctOn(['terms_code', 'version'])
              .select(['member_id', 'owner', 'terms_code', 'version', 'agreed'])
              .where('member_id', '=', member_id)
              .where('owner', '=', client_id)
              .orderBy('terms_code')
              .orderBy('version')
              .orderBy('id', 'desc')
              .as('last'),
          )
          .select(['member_id', 'owner', 'terms_code', 'version', sql<boolean>`false`.as('agreed')])
          .select((each) => each.val(ctx.now()).as('at'))
          .where('agreed', '=', true),
      )
      .execute()
    const sessions = await sql<{ payload: ProviderSession }>`
      select payload from oidc_payloads where model = 'Session' and payload->>'accountId' = ${member_id}`.execute(db)
    const ended = sessions.rows.flatMap(({ payload }): EndedSession[] => endedAt(payload))
    const here = ended.filter((one) => one.client_id === client_id)
    const within = { ...ctx, db }
    await tellServices(within, here)
    await forgetEvents(within, member_id, client_id)
    await noteEvent(within, 'service.withdrawn', member_id, client_id)
    await notifyWithin(within, 'withdrawn', member_id, client_id)
    return true
  })
  if (!isDone) return false
  ctx.jobs.wake()
  if ('ip' in who) await record(ctx, 'consent.withdrawn', { member_id, client_id, ip: who.ip })
  else await record(ctx, 'operator.withdrawn', { member_id, client_id }, { by: who.by })
  return true
}
