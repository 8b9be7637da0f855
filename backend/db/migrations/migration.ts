// What a migration is, and the three kinds of it. PostgreSQL 15 SQL only.
import { sql, type Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/**
 * - `expand` adds to the tables what the release that brings it needs. The release before still runs on them.
 * - `online` does not lock a table: it builds indexes concurrently or changes rows in batches. It runs outside a transaction, so it can be cut
 *   off in the middle and begins again: it must bear that.
 * - `contract` removes what the release before still needs.
 */
type Kind = 'expand' | 'online' | 'contract'

export type Migration = {
  kind: Kind
  /** What it locks and for how long, for the operator who plans it. */
  locks: string
  up: (db: Kysely<Schema>) => Promise<void>
}

const inOrder = (list: readonly string[]) => async (db: Kysely<Schema>) => {
  for (const statement of list) await sql.raw(statement).execute(db)
}

export const expand = (locks: string, ...list: string[]): Migration => ({ kind: 'expand', locks, up: inOrder(list) })

/** A migration from the time before releases could be upgraded while they ran. */
export const statements = (...list: string[]): Migration =>
  expand('every table that it changes, while it runs', ...list)

export const contract = (locks: string, ...list: string[]): Migration => ({
  kind: 'contract',
  locks,
  up: inOrder(list),
})

/**
 * Indexes that are built while rows are written.
 * @param all name → what it is on, "outbox (at)"
 */
export const indexes = (all: Readonly<Record<string, string>>): Migration => ({
  kind: 'online',
  locks: 'no reads or writes',
  async up(db) {
    for (const [name, on] of Object.entries(all)) {
      // PostgreSQL keeps the index of a build that was cut off as invalid, and no query uses it.
      const { rows } = await sql<{ valid: boolean }>`
        select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(db)
      if (rows[0]?.valid === false) await sql`drop index concurrently ${sql.id(name)}`.execute(db)
      await sql.raw(`create index concurrently if not exists ${name} on ${on}`).execute(db)
    }
  },
})
