// `npm run load -- days [seconds] [at once] [rows]`: members sign in while a day of events and of sends is dropped, and the program prints the times as
// ratios. It needs DATABASE_URL with a PostgreSQL server of its own, by the role that owns the tables.
import pg from 'pg'
import { say } from '../scripts/running.ts'

const DAY_MS = 86_400_000
/** The day that is filled: the sweep keeps events for 90 days, and sends for one. */
const DAYS_AGO = { audit_events: 92, send_log: 3 }
/** Rows of a statement: it ends within seconds. */
const BATCH = 500_000

const day = (daysAgo: number) => new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - daysAgo * DAY_MS)

/** Rows as a sign-in and a code leave them, spread over the day. */
const ROWS = {
  audit_events: `insert into audit_events (at, event, member_id, client_id, ip, visit, request_id, fields)
    select $1::timestamptz + n * interval '1 day' / $4, 'sign_in.done', md5((n % 1000000)::text)::uuid, 'service-a', '203.0.113.' || n % 256,
      left(md5(n::text), 16), gen_random_uuid()::text, '{"amr": ["pwd"], "browser": "Chrome", "system": "Windows"}'
    from generate_series($2::bigint, $3::bigint) n`,
  send_log: `insert into send_log (recipient, country, at, networks)
    select md5((n % 1000000)::text), 'KR', $1::timestamptz + n * interval '1 day' / $4, array['203.0.113.' || n % 256, '203.0.113.0/24']
    from generate_series($2::bigint, $3::bigint) n`,
}
type Table = keyof typeof ROWS
/** A code for each twentieth sign-in. */
const SHARE: Record<Table, number> = { audit_events: 1, send_log: 0.05 }
const TABLES = Object.keys(ROWS) as Table[]

const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`

/** A server with a day of rows that are over. */
export async function fillDay(url: string, rows: number) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const table of TABLES) {
    const from = day(DAYS_AGO[table])
    const name = `${table}_${from.toISOString().slice(0, 10).replaceAll('-', '')}`
    const to = new Date(from.getTime() + DAY_MS)
    await client.query(`create table ${name} partition of ${table} (primary key (id))
      for values from ('${from.toISOString()}') to ('${to.toISOString()}')`)
    const began = performance.now()
    const own = rows * SHARE[table]
    for (let at = 0; at < own; at += BATCH)
      await client.query(ROWS[table], [from, at, Math.min(own, at + BATCH) - 1, own])
    // A day that is over has been vacuumed long ago.
    await client.query(`vacuum (freeze, analyze) ${name}`)
    const { rows: sizes } = await client.query<{ bytes: string }>('select pg_total_relation_size($1) as bytes', [name])
    const seconds = Math.round((performance.now() - began) / 1000)
    say(
      `${table}: ${own} rows of ${from.toISOString().slice(0, 10)} in ${seconds} s, ${megabytes(Number(sizes[0]?.bytes))}`,
    )
  }
  // One seal stands for those of the day: the sweep wants each event to be in a whole seal.
  await client.query(`insert into audit_seals (from_id, to_id, last_at, digests, previous, hash)
    select min(id), max(id), max(at), '[]', 'before', 'of the day' from audit_events where at < now() - interval '1 day'`)
  return {
    /** Does what the sweep does for these tables. */
    async drop() {
      for (const [table, statement] of [
        ['audit_events', 'select sweep_events(now())'],
        ['send_log', `select sweep_days('send_log', now() - interval '1 day')`],
      ] as const) {
        const began = performance.now()
        await client.query(statement)
        const took = Math.round(performance.now() - began)
        const { rows: left } = await client.query<{ is: boolean }>(
          `select exists (select from ${table} where at < now() - interval '2 days') as is`,
        )
        say(`${table}: the day was ${left[0]?.is ? 'NOT dropped' : 'dropped'} in ${took} ms`)
      }
    },
    close: () => client.end(),
  }
}

/** Deletes a part of such rows by one statement. The vacuum that has to follow is not in it. @returns rows a second */
export async function deleteRate(url: string, rows: number): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(ROWS.audit_events, [day(200), 0, rows - 1, rows])
    const began = performance.now()
    await client.query(`delete from audit_events where at < now() - interval '100 days'`)
    return Math.round(rows / ((performance.now() - began) / 1000))
  } finally {
    await client.end()
  }
}
