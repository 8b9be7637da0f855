// Tables that grow by day: what a partition keeps, and how a day goes (docs/scaling.md, "Days").
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../backend/db/database.ts'
import { poolOf } from '../../../backend/db/pgPool.ts'
import { migrate } from '../../../backend/db/migrate.ts'
import { migrations } from '../../../backend/db/migrations/index.ts'
import { PARTITIONED } from '../../../backend/db/migrations/partitions.ts'
import type { Schema } from '../../../backend/db/schema.ts'
import { sealEvents, verifyEvents } from '../../../backend/domain/audit/eventChain.ts'
import { sweep } from '../../../backend/sweep.ts'
import { openParts } from '../backendParts.ts'
import { dropDatabase, emptyDatabase, ownDatabase } from '../ownDatabase.ts'

const DAY = 86_400_000

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close()
})

/** The first moment of the day (UTC) that is so many days from today. */
const dayFromNow = (days: number): Date => new Date(Math.floor(Date.now() / DAY) * DAY + days * DAY)

/** A partition for a day that has passed: only time makes one otherwise. */
async function addDay(db: Kysely<Schema>, table: string, days: number): Promise<void> {
  const [from, to] = [dayFromNow(days), dayFromNow(days + 1)]
  const name = `${table}_${from.toISOString().slice(0, 10).replaceAll('-', '')}`
  await sql`create table ${sql.table(name)} partition of ${sql.table(table)} (primary key (id))
    for values from (${sql.lit(from.toISOString())}) to (${sql.lit(to.toISOString())})`.execute(db)
}

async function partitionsOf(db: Kysely<Schema>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass order by 1`.execute(
    db,
  )
  return rows.map(({ name }) => name.slice(table.length + 1))
}

const nameOf = (days: number): string => dayFromNow(days).toISOString().slice(0, 10).replaceAll('-', '')
const fromToday = () => Array.from({ length: 8 }, (_, days) => nameOf(days))

async function sent(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db.selectFrom('send_log').select('recipient').orderBy('id').execute()
  return rows.map(({ recipient }) => recipient)
}

const send = (db: Kysely<Schema>, recipient: string, at: Date) =>
  db
    .insertInto('send_log')
    .values({ recipient, country: null, networks: [], at })
    .returning('id')
    .executeTakeFirstOrThrow()

describe('a day', () => {
  const opened = async () => {
    // Not a copy: its days would be those from the start of the run, which may have been yesterday.
    const database_url = await emptyDatabase()
    if (database_url) open.push({ close: () => dropDatabase(database_url) })
    const database = await openDatabase(database_url ? { at: 'server', database_url } : { at: 'memory' })
    open.push(database)
    return database.db
  }

  test('a row goes to its day, a day is dropped when all of it is over, and other rows end one by one', async () => {
    const db = await opened()
    for (const table of PARTITIONED) expect(await partitionsOf(db, table)).toEqual([...fromToday(), 'rest'])
    // Or each count of a network would read every row that waits for the index.
    const { rows: waiting } = await sql`select from pg_inherits join pg_class c on c.oid = inhrelid
      where inhparent = 'send_log_networks'::regclass and 'fastupdate=off' <> all(coalesce(c.reloptions, '{}'))`.execute(
      db,
    )
    expect(waiting).toEqual([])
    await addDay(db, 'send_log', -2)
    await addDay(db, 'send_log', -1)
    await send(db, 'two days ago', new Date(dayFromNow(-1).getTime() - 1))
    await send(db, 'yesterday', dayFromNow(-1))
    await send(db, 'long ago', dayFromNow(-40))
    await send(db, 'today', dayFromNow(0))
    await send(db, 'beyond the days', dayFromNow(9))
    const { rows } = await sql<{
      name: string
    }>`select tableoid::regclass::text as name from send_log order by id`.execute(db)
    expect(rows.map(({ name }) => name.slice('send_log_'.length))).toEqual([
      nameOf(-2),
      nameOf(-1),
      'rest',
      nameOf(0),
      'rest',
    ])
    await sql`select sweep_days('send_log', ${dayFromNow(0)}::timestamptz - interval '1 second')`.execute(db)
    expect(await sent(db)).toEqual(['yesterday', 'today', 'beyond the days'])
    await sql`select sweep_days('send_log', ${dayFromNow(0)})`.execute(db)
    expect(await sent(db)).toEqual(['today', 'beyond the days'])
    expect(await partitionsOf(db, 'send_log')).toEqual([...fromToday(), 'rest'])
  })

  test('no two rows of a day have one number, and a row gets its number from the table', async () => {
    const db = await opened()
    const { id } = await send(db, 'first', dayFromNow(0))
    const again = sql`insert into send_log (id, recipient, at) overriding system value values (${id}, 'second', ${dayFromNow(0)})`
    await expect(again.execute(db)).rejects.toThrow(/unique/)
    await expect(
      sql`insert into send_log (id, recipient, at) values (1000, 'second', now())`.execute(db),
    ).rejects.toThrow(/generated|non-DEFAULT/)
    expect((await send(db, 'third', dayFromNow(3))).id).toBeGreaterThan(id)
  })
})

test('a sweep leaves the events of a seal together, and the chain fits at each step', async () => {
  const parts = await openParts()
  open.push(parts)
  const ctx = { ...parts.ctx, now: () => new Date() }
  const { db } = ctx
  for (const days of [-93, -92, -91]) await addDay(db, 'audit_events', days)
  const note = (ats: Date[]) =>
    db
      .insertInto('audit_events')
      .values(ats.map((at) => ({ at, event: 'session.used', fields: '{}' })))
      .execute()
  const hours = (days: number, more: number) => new Date(dayFromNow(days).getTime() + more * 3_600_000)
  // Two seals of the first day, and one from its last hour to the first one of the next day.
  for (const ats of [
    [hours(-93, 1)],
    [hours(-93, 2)],
    [hours(-93, 23), hours(-92, 1)],
    [hours(-92, 2)],
    [hours(0, 0)],
  ]) {
    await note(ats)
    await sealEvents(ctx)
  }
  const left = async () =>
    (await db.selectFrom('audit_events').select('at').orderBy('id').execute()).map(({ at }) => at)
  const fits = () => verifyEvents(db, ctx.now())
  await sweep(ctx)
  expect(await left()).toEqual([hours(0, 0)])
  expect((await partitionsOf(db, 'audit_events')).filter((name) => name < nameOf(-1))).toEqual([])
  expect(await fits()).toMatchObject({ problem: null, seals: 2, events: 1 })
})

test('a day of events stays until the last seal with one of them is over', async () => {
  const parts = await openParts()
  open.push(parts)
  const ctx = { ...parts.ctx, now: () => new Date() }
  const { db } = ctx
  for (const days of [-92, -91]) await addDay(db, 'audit_events', days)
  const note = (...ats: Date[]) =>
    db
      .insertInto('audit_events')
      .values(ats.map((at) => ({ at, event: 'session.used', fields: '{}' })))
      .execute()
  await note(dayFromNow(-92), new Date(Date.now() - 89 * DAY))
  await sealEvents(ctx)
  await sweep(ctx)
  expect(await db.selectFrom('audit_events').select('at').execute()).toHaveLength(2)
  expect(await verifyEvents(db, ctx.now())).toMatchObject({ problem: null, seals: 1, events: 2 })
})

test('seals whose day was dropped are swept 2,000 at a time, and the chain fits meanwhile', async () => {
  const parts = await openParts()
  open.push(parts)
  const ctx = { ...parts.ctx, now: () => new Date() }
  const { db } = ctx
  await addDay(db, 'audit_events', -95)
  await sql`insert into audit_events (at, event) select ${dayFromNow(-95)}, 'session.used' from generate_series(1, 2)`.execute(
    db,
  )
  await sealEvents(ctx)
  await sql`insert into audit_events (at, event) values (now(), 'session.used')`.execute(db)
  await sealEvents(ctx)
  await sql`drop table ${sql.table(`audit_events_${nameOf(-95)}`)}`.execute(db)
  expect(await verifyEvents(db, ctx.now()), 'before the sweep').toMatchObject({ problem: null, seals: 2, events: 1 })
  await sql`delete from audit_events where at > now() - interval '1 hour'`.execute(db)
  expect((await verifyEvents(db, ctx.now())).problem, 'younger events are missed').toMatch(/is missing$/)
})

// The embedded database has one connection. The last lines of the run say so if PostgreSQL is missing.
describe.skipIf(!process.env.TEST_DATABASE_URL)('on a server', () => {
  const fresh = async () => {
    const database_url = (await emptyDatabase()) ?? ''
    open.push({ close: () => dropDatabase(database_url) })
    return database_url
  }

  test('the rows that are there stay, and numbers, indexes and rights go on', async () => {
    const database_url = await fresh()
    const db = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: poolOf({ connectionString: database_url }) }),
    })
    open.push({ close: () => db.destroy() })
    await migrate(db, { migrations: Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0047')) })
    const reader = `reader_${new URL(database_url).pathname.slice(1)}`
    await sql`create role ${sql.id(reader)}`.execute(db)
    await sql`grant select, insert on send_log to ${sql.id(reader)}`.execute(db)
    await send(db, 'before', new Date())
    const names = async () => {
      const { rows } = await sql<{ name: string }>`
        select indexname as name from pg_indexes where tablename = 'send_log' and indexname <> 'send_log_pkey' order by 1`.execute(
        db,
      )
      return rows.map(({ name }) => name)
    }
    const indexes = await names()
    expect(await migrate(db)).toContain('0047_partitions')
    await send(db, 'after', dayFromNow(1))
    const { rows: numbers } = await sql<{ goOn: boolean }>`
      select max(id) = min(id) + 1 as "goOn" from send_log`.execute(db)
    expect([await sent(db), numbers]).toEqual([['before', 'after'], [{ goOn: true }]])
    expect(await names()).toEqual(indexes)
    const { rows } = await sql<{ may: boolean }>`
      select has_table_privilege(${reader}, 'send_log', 'insert') and not has_table_privilege(${reader}, 'send_log', 'delete') as may`.execute(
      db,
    )
    expect(rows).toEqual([{ may: true }])
    expect(await partitionsOf(db, 'send_log')).toEqual([...fromToday().slice(1), 'earlier', 'rest'])
    await sql`select sweep_days('send_log', ${dayFromNow(1)})`.execute(db)
    expect(await sent(db)).toEqual(['after'])
    await sql`drop owned by ${sql.id(reader)}`.execute(db)
    await sql`drop role ${sql.id(reader)}`.execute(db)
  })

  test('a sweep that would wait for a long statement ends within seconds, and the next one drops the day', async () => {
    const database_url = (await ownDatabase('tables')) ?? ''
    open.push({ close: () => dropDatabase(database_url) })
    const database = await openDatabase({ at: 'server', database_url })
    open.push(database)
    const { db } = database
    await addDay(db, 'send_log', -2)
    await send(db, 'long ago', dayFromNow(-2))
    const over = () => sql`select sweep_days('send_log', ${dayFromNow(-1)})`.execute(db)
    await db.transaction().execute(async (reader) => {
      expect(await sent(reader)).toEqual(['long ago'])
      await over()
      expect(await sent(reader)).toEqual(['long ago'])
    })
    await over()
    expect(await sent(db)).toEqual([])
    expect(await migrate(db)).toEqual([])
  })
})
