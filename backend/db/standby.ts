// Reads that may be seconds old, from a standby that the operator names. They take no work from the primary (docs/scaling.md, "Reads on a standby").
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type RawBuilder } from 'kysely'
import type pg from 'pg'
import { summedUp, type Log } from '../log.ts'
import { poolFor } from './pool.ts'
import type { Schema } from './schema.ts'

/** What an old read gets: a database without a method that writes. */
export type Reader = Pick<Kysely<Schema>, 'selectFrom'>

/** Runs a read that may see the rows as they were some seconds ago. */
export type ReadOld = <T>(read: (db: Reader) => Promise<T>) => Promise<T>

export type OldReads = {
  /** The read changes nothing, because it may run twice: on the primary when it fails on the standby. */
  read: ReadOld
  /** The read runs once, on one connection: for a command that has printed what it has read so far. @throws what it fails with on the standby */
  readOnce: ReadOld
}

/** Who answers old reads. */
export const OLD_READ_SERVERS = ['standby', 'primary'] as const

export type Told = {
  log: Log
  now: () => Date
  /** Counts a read by who has answered it. */
  answered?: (server: (typeof OLD_READ_SERVERS)[number]) => void
}

/** How old the mark may be that a standby must have reached. */
const MARK_MS = 1000
/** A standby that has not reached the mark within this time is too far behind. A member may wait for this read. */
const CATCH_UP_MS = 500
const PAUSE_MS = 20
/** A standby that is away or behind is left alone for so long, so that few reads wait for it. */
const AGAIN_MS = 5000
const EVERY_MS = 60_000

/** What the primary had written for good at a moment, and what tells its process from every other server. `lsn` is null while it takes no writes. */
type Mark = { lsn: string | null; started: string }

const STARTED = sql`extract(epoch from pg_postmaster_start_time())::text`
const MARK = sql<Mark>`
  select case when not pg_is_in_recovery() then pg_current_wal_flush_lsn() end::text as lsn, ${STARTED} as started`

/**
 * Whether a server has all that the mark names. A server that follows no other one is of use only if it is the primary itself: a standby that was promoted, or a
 * former primary, goes its own way.
 */
const hasReached = ({ lsn, started }: Mark): RawBuilder<{ has: boolean }> => sql`
  select case
    when pg_is_in_recovery() then coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false)
    else ${STARTED} = ${started}
  end as has`

/** @throws Error if the server is too far behind */
async function mustReach(mark: Mark, standby: Kysely<Schema>): Promise<void> {
  const until = performance.now() + CATCH_UP_MS
  while (!(await hasReached(mark).execute(standby)).rows[0]?.has) {
    if (performance.now() > until) throw new Error('it lacks what the primary has written')
    await sleep(PAUSE_MS)
  }
}

/** Without a standby. */
export function readsOnPrimary(primary: Kysely<Schema>, { answered }: Pick<Told, 'answered'> = {}): OldReads {
  const read: ReadOld = (ask) => {
    answered?.('primary')
    return ask(primary)
  }
  return { read, readOnce: read }
}

/**
 * A read sees all that the primary had written a second ago. NOTE: neither the clocks of the servers nor what the standby knows of its own delay count: a
 * standby whose connection hangs believes that it has everything.
 * @param primary answers when the standby is away, behind or fails
 */
export function readsOn(pool: pg.Pool, primary: Kysely<Schema>, told: Told & { prepares: boolean }): OldReads {
  const { prepares, log, now, answered } = told
  // NOTE: not together with the transaction of the call, which is on the primary.
  const standby = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: poolFor([pool], { prepares }) }) })
  const away = summedUp('standby.away', EVERY_MS, log, now)
  const onPrimary = readsOnPrimary(primary, told)
  let mark: { until: number; is: Promise<Mark | undefined> } | null = null
  let leaveUntil = 0

  function currentMark(): Promise<Mark | undefined> {
    if (mark && performance.now() < mark.until) return mark.is
    const made = { until: performance.now() + MARK_MS, is: MARK.execute(primary).then(({ rows }) => rows[0]) }
    made.is.catch(() => (made.until = 0))
    mark = made
    return made.is
  }

  const reading =
    ({ mayRepeat }: { mayRepeat: boolean }): ReadOld =>
    async (read) => {
      if (performance.now() < leaveUntil) return onPrimary.read(read)
      const wanted = await currentMark()
      if (!wanted?.lsn) return onPrimary.read(read)
      let hasBegun = false
      try {
        // One connection for the look and for the read: an address may lead to several standbys.
        return await standby.connection().execute(async (db) => {
          await mustReach(wanted, db)
          hasBegun = true
          const found = await read(db)
          answered?.('standby')
          return found
        })
      } catch (error) {
        if (hasBegun && !mayRepeat) throw error
        leaveUntil = performance.now() + AGAIN_MS
        away(error instanceof Error ? error.message : String(error))
        return onPrimary.read(read)
      }
    }
  return { read: reading({ mayRepeat: true }), readOnce: reading({ mayRepeat: false }) }
}
