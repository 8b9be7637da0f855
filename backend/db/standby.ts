// Reads that may be seconds old, from a standby that the operator names. They take no connection of the primary (docs/operators.md, "Reads on a standby").
import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { summedUp, type Log } from '../log.ts'
import { poolFor } from './pool.ts'
import type { Schema } from './schema.ts'

/** Runs a read that may see the rows as they were some seconds ago. It changes nothing, because it may run twice. */
export type ReadOld = <T>(read: (db: Kysely<Schema>) => Promise<T>) => Promise<T>

/** A standby that is further behind is not asked. */
const MOST_SECONDS = 5
/** What a look at the standby says holds for so long; one that failed for longer, so that few reads wait for it. */
const LOOK_MS = 1000
const AGAIN_MS = 5000
const EVERY_MS = 60_000

/**
 * Seconds that the standby is behind; null without a connection to the primary. A standby that has replayed all that it received is not behind, however
 * long ago the last commit was.
 */
const BEHIND = sql<{ seconds: number | null }>`
  select case
    when not pg_is_in_recovery() then 0
    when not exists (select from pg_stat_wal_receiver) then null
    when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
    else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())
  end::float8 as seconds`

export type OldReads = {
  read: ReadOld
  /** Where a longer read begins: the standby, or the primary while the standby cannot be used. */
  place: () => Promise<Kysely<Schema>>
}

/** Without a standby. */
export const readsOnPrimary = (primary: Kysely<Schema>): OldReads => ({
  read: (read) => read(primary),
  place: () => Promise.resolve(primary),
})

/** @param primary answers when the standby is away, behind or fails */
export function readsOn(
  pool: pg.Pool,
  primary: Kysely<Schema>,
  { prepares, log, now }: { prepares: boolean; log: Log; now: () => Date },
): OldReads {
  // NOTE: not together with the transaction of the call, which is on the primary.
  const standby = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: poolFor([pool], { prepares }) }) })
  const away = summedUp('standby.away', EVERY_MS, log, now)
  let look: { until: number; isUsable: Promise<boolean> } | null = null

  async function isUsable(): Promise<boolean> {
    const seconds = (await BEHIND.execute(standby)).rows[0]?.seconds ?? null
    if (seconds !== null && seconds <= MOST_SECONDS) return true
    throw new Error(seconds === null ? 'it does not follow the primary' : `${Math.round(seconds)} s behind`)
  }
  function giveUp(error: unknown): false {
    look = { until: performance.now() + AGAIN_MS, isUsable: Promise.resolve(false) }
    away(error instanceof Error ? error.message : String(error))
    return false
  }
  function isThere(): Promise<boolean> {
    if (!look || performance.now() > look.until)
      look = { until: performance.now() + LOOK_MS, isUsable: isUsable().catch(giveUp) }
    return look.isUsable
  }
  return {
    async read(read) {
      if (!(await isThere())) return read(primary)
      try {
        return await read(standby)
      } catch (error) {
        giveUp(error)
        return read(primary)
      }
    },
    place: async () => ((await isThere()) ? standby : primary),
  }
}
