// What the database says meanwhile: the longest statement of the instances, of the migrations, and the longest wait for a lock.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import * as z from 'zod/mini'

const EVERY_MS = 50

/** In milliseconds. `serving` and `migrating`: one statement. `lock`: a statement of an instance that waited for a lock. */
type Longest = { serving: number; migrating: number; lock: number }

const Row = z.object({ serving: z.number(), migrating: z.number(), lock: z.number() })

const ASK = `
  with active as (
    select application_name as who, pid, extract(epoch from clock_timestamp() - query_start) * 1000 as ms
    from pg_stat_activity where state = 'active' and application_name in ('serving', 'migrating'))
  select
    coalesce(max(ms) filter (where who = 'serving'), 0)::float as serving,
    coalesce(max(ms) filter (where who = 'migrating'), 0)::float as migrating,
    coalesce(max((select max(extract(epoch from clock_timestamp() - waitstart) * 1000) from pg_locks
      where pg_locks.pid = active.pid and not granted)) filter (where who = 'serving'), 0)::float as lock
  from active`

/** Asks twenty times a second. */
export async function watch(database_url: string) {
  const db = new pg.Client({ connectionString: database_url })
  await db.connect()
  let longest: Longest = { serving: 0, migrating: 0, lock: 0 }
  const end = new AbortController()
  const asking = (async () => {
    while (!end.signal.aborted) {
      const now = Row.parse((await db.query(ASK)).rows[0])
      for (const name of ['serving', 'migrating', 'lock'] as const) longest[name] = Math.max(longest[name], now[name])
      await pause(EVERY_MS)
    }
  })()
  return {
    /** @returns the longest since the last call */
    take(): Longest {
      const taken = longest
      longest = { serving: 0, migrating: 0, lock: 0 }
      return taken
    },
    async close() {
      end.abort()
      await asking
      await db.end()
    },
  }
}
