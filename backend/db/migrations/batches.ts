// Rows of the release before that move in batches while it serves. A batch is one statement, so one that is cut off leaves nothing half done.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

const BATCH = 10_000

/**
 * The rows of the table events whose hour is complete, the oldest first, because the sweep deletes from the beginning of the chain. What the release before
 * writes meanwhile is moved by `sweep_events`. Rows older than 90 days end here.
 */
export const movedEvents: Migration = {
  kind: 'online',
  locks: 'no reads or writes. It moves the rows of the table events in batches',
  async up(db) {
    const { rows: found } = await sql<{ is: boolean }>`select to_regclass('events') is not null as is`.execute(db)
    let last = found[0]?.is ? new Date(0) : null
    while (last !== null) {
      const { rows } = await sql<{ moved: number; last: Date | null }>`
        with oldest as (
          select id from events where at >= ${last} and hour < floor(extract(epoch from now()) / 3600) - 1
          order by at, id limit ${sql.lit(BATCH)}
        ), moved as (delete from events using oldest where events.id = oldest.id returning events.*
        ), kept as (
          insert into audit_events (at, event, member_id, client_id, ip, fields, count)
            select at, event, member_id, client_id, ip, fields, count from moved
            where at >= now() - interval '90 days' order by at, id
        )
        select count(*)::int as moved, max(at) as last from moved`.execute(db)
      last = rows[0]?.moved === BATCH ? rows[0].last : null
    }
  },
}

/** When each member used each service last, as far as it is known: for the first time. A member who is erased meanwhile is left out. */
export const firstUses: Migration = {
  kind: 'online',
  locks: 'no reads or writes. It copies a row for each service that a member uses, in batches',
  async up(db) {
    let after: string | null = '00000000-0000-0000-0000-000000000000'
    while (after !== null) {
      const found: { rows: { upto: string }[] } = await sql<{ upto: string }>`
        select member_id as upto from (
          select distinct member_id from service_members where member_id > ${after}::uuid
            order by member_id limit ${sql.lit(BATCH)}
        ) batch order by member_id desc limit 1`.execute(db)
      const upto = found.rows[0]?.upto ?? null
      if (upto !== null)
        await sql`insert into service_uses (member_id, client_id, last_used_at)
          select s.member_id, s.client_id, s.first_used_at from service_members s join members m on m.id = s.member_id
          where s.member_id > ${after}::uuid and s.member_id <= ${upto}::uuid and s.first_used_at is not null
          for key share of m
          on conflict do nothing`.execute(db)
      after = upto
    }
  },
}
