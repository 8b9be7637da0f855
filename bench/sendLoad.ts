// `npm run load -- sends [seconds] [at once] [rows]`: counts codes as the backend does before it sends them, on an empty table and with so many rows of
// yesterday and today, and prints codes a second and their ratio. It needs DATABASE_URL with a PostgreSQL server of its own, by the role that owns the tables.
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import type { Ctx } from '../backend/context.ts'
import { openDatabase } from '../backend/db/database.ts'
import { takeSend } from '../backend/domain/codes/limits.ts'
import { defaultLimits } from '../backend/settings/limits.ts'
import { say } from '../scripts/running.ts'

const DAY_MS = 86_400_000
/** Rows of a statement: it ends within seconds. */
const BATCH = 500_000
const HIGH = 1_000_000_000
const CAMPUS = '198.51.100.7'
/** Rows of the campus among those of a day. */
const OF_CAMPUS = 1_000
/** An address of 10.0.0.0/8 by a number of 24 bits. Numbers in a row are in different networks. */
const NUMBERS = 2 ** 24
const addressOf = (number: number) => `10.${number & 255}.${(number >> 8) & 255}.${number >> 16}`

/** $1: the end of the last day. $2 to $3: numbers, so many of $4, spread over the day before it. $5: how many rows are between two of the campus. */
const ROWS = (table: string) => `insert into ${table} (id, budget, recipient, country, networks, completed, at)
  select -n, 'named', '+8210' || 20000000 + n, 'KR',
    case n % $5 when 0 then array['${CAMPUS}'] else array[net || '0/24', net || (number >> 16)] end,
    n % 3 > 0, $1::timestamptz - n * interval '1 day' / $4
  from generate_series($2::bigint, $3::bigint) n,
    lateral (select n * 7919 % ${NUMBERS} as number) of_address,
    lateral (select format('10.%s.%s.', number & 255, number >> 8 & 255) as net) of_network`

const partitionOf = (day: Date) => `send_log_${day.toISOString().slice(0, 10).replaceAll('-', '')}`

/** Fills yesterday and today with the rows of the last 24 hours. A partition gets its indexes when it is full, which is faster. */
async function fill(client: pg.Client, rows: number): Promise<void> {
  const began = performance.now()
  const now = Date.now()
  const today = new Date(Math.floor(now / DAY_MS) * DAY_MS)
  const yesterday = new Date(today.getTime() - DAY_MS)
  /** The first number that is of yesterday. */
  const border = Math.min(rows, Math.ceil(((now - today.getTime()) / DAY_MS) * rows))
  for (const [day, from, until] of [
    [today, 1, border],
    [yesterday, border, rows + 1],
  ] as const) {
    const table = partitionOf(day)
    await client.query(`drop table if exists ${table}`)
    await client.query(`create table ${table} (like send_log including defaults, primary key (id))`)
    for (let at = from; at < until; at += BATCH)
      await client.query(ROWS(table), [
        new Date(now),
        at,
        Math.min(until, at + BATCH) - 1,
        rows,
        Math.ceil(rows / OF_CAMPUS),
      ])
    const to = new Date(day.getTime() + DAY_MS)
    await client.query(
      `alter table send_log attach partition ${table} for values from ('${day.toISOString()}') to ('${to.toISOString()}')`,
    )
    await client.query(`vacuum (analyze) ${table}`)
  }
  const { rows: sizes } = await client.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(inhrelid)) as bytes from pg_inherits where inhparent = 'send_log'::regclass`,
  )
  const megabytes = Math.round(Number(sizes[0]?.bytes) / 1_048_576)
  say(`${rows} rows in ${Math.round((performance.now() - began) / 1000)} s, ${megabytes} MB with their indexes`)
}

/** The same for each of several callers at once. @returns how many ended in a second */
async function rate(seconds: number, atOnce: number, one: () => Promise<void>): Promise<number> {
  const began = performance.now()
  let done = 0
  const call = async () => {
    for (; performance.now() < began + seconds * 1000; done += 1) await one()
  }
  await Promise.all(Array.from({ length: atOnce }, call))
  return done / ((performance.now() - began) / 1000)
}

/** @throws Error if a limit refuses a code */
export async function loadSends(seconds = 15, atOnce = 50, rows = 10_000_000): Promise<void> {
  const database_url = process.env.DATABASE_URL
  if (!database_url) throw new Error('DATABASE_URL is missing: a PostgreSQL server of its own for this run')
  const database = await openDatabase({ at: 'server', database_url })
  const client = new pg.Client({ connectionString: database_url })
  await client.connect()
  const limits = { ...defaultLimits, sends_per_country_hour: HIGH }
  const settings = { limits, campus_networks: [CAMPUS] }
  const ctx = { db: database.db, settings, now: () => new Date() } as unknown as Ctx
  const ofCampus = { ...ctx, settings: { ...settings, limits: { ...limits, sends_per_ip_hour: HIGH } } } as Ctx
  let sent = 0
  const send = async (from: Ctx, ip: string) => {
    const wait = await takeSend(from, { budget: 'named', key: `+8211${(sent += 1)}`, ip, isTrusted: false }, 'KR')
    if (wait > 0) throw new Error(`a code from ${ip} has to wait for ${wait} s`)
  }
  const ways = {
    'each from another network': () => send(ctx, addressOf(sent % NUMBERS)),
    'all from one campus': () => send(ofCampus, CAMPUS),
  }
  const measure = async (of: string) => {
    const rates: number[] = []
    for (const [name, one] of Object.entries(ways)) {
      rates.push(await rate(seconds, atOnce, one))
      say(`${of}, ${name}: ${Math.round(rates.at(-1) ?? 0)} codes a second`)
    }
    return rates
  }
  try {
    const empty = await measure('no rows')
    await fill(client, rows)
    const full = await measure(`${rows} rows`)
    for (const [at, name] of Object.keys(ways).entries())
      say(`${name}: with the rows ${((full[at] ?? 0) / (empty[at] ?? 1)).toFixed(2)} of the rate without`)
  } finally {
    await client.end()
    await database.close()
  }
}
