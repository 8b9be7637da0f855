// Upgrades: the tables change while the release before goes on serving, and it can come back until the contract.
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { migrateServer, openDatabase, planOf } from '../../../backend/db/database.ts'
import { poolOf } from '../../../backend/db/pgPool.ts'
import { migrate, schemaState } from '../../../backend/db/migrate.ts'
import { migrations } from '../../../backend/db/migrations/index.ts'
import { contract, expand, indexes } from '../../../backend/db/migrations/migration.ts'
import type { Schema } from '../../../backend/db/schema.ts'
import { Browser } from '../browser.ts'
import { dropDatabase, emptyDatabase, ownDatabase, type Template } from '../ownDatabase.ts'
import { copyOf, signInAt, start } from '../start.ts'

const names = Object.keys(migrations)
/** What this release brings: what adds, and the contract. */
const later = names.filter((name) => name >= '0026' && !name.endsWith('_contract'))
const contracts = names.filter((name) => name >= '0026' && name.endsWith('_contract'))
const withMore = {
  ...migrations,
  '9001_more': expand(
    'nothing',
    ...['members', 'transactions', 'services', 'terms_versions'].map(
      (table) => `alter table ${table} add column more text`,
    ),
  ),
  '9002_more_index': indexes({ members_more: 'members (more)' }),
  '9003_less_contract': contract('members', `alter table members drop column emp_no`),
}

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close()
})
const opened = async (...[place]: Parameters<typeof openDatabase>) => {
  const database = await openDatabase(place)
  open.push(database)
  return database
}

/** A database of this release. */
async function current() {
  const database_url = await ownDatabase('tables')
  if (database_url) open.push({ close: () => dropDatabase(database_url) })
  return opened(database_url ? { at: 'server', database_url } : { at: 'memory' })
}

test('a new release runs what adds; what removes runs in a step of its own, before later migrations', async () => {
  const { db } = await current()
  expect(await migrate(db, { migrations: withMore })).toEqual(['9001_more', '9002_more_index'])
  expect((await schemaState(db, withMore)).contracts).toEqual(['9003_less_contract'])
  const next = { ...withMore, '9004_next': expand('nothing', `alter table members add column next text`) }
  expect(await migrate(db, { migrations: next })).toEqual(['9003_less_contract', '9004_next'])
})

test('the release before starts on the tables of the next one until the contract', async () => {
  const { db } = await current()
  await migrate(db, { migrations: withMore })
  expect((await schemaState(db)).tooNew).toEqual([])
  await migrate(db, { migrations: withMore, contract: true })
  expect((await schemaState(db)).tooNew).toEqual(['9003_less_contract'])
})

test('a migration that fails leaves nothing behind, and those before it stay', async () => {
  const { db } = await current()
  const broken = {
    ...migrations,
    '9001_half': expand('nothing', `create table half (id integer)`, `select no_such_thing`),
  }
  await expect(migrate(db, { migrations: broken })).rejects.toThrow('no_such_thing')
  const { rows } = await sql<{ is: boolean }>`select to_regclass('half') is not null as is`.execute(db)
  expect(rows).toEqual([{ is: false }])
  expect((await schemaState(db)).missing).toEqual([])
})

/** A database that an earlier release filled: Kysely's record of its migrations, and tables without the later ones. */
const asBefore = async (database_url: string) => {
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= '0025'.padEnd(9, '~')))
  const { db, close } = openedAt(database_url)
  await migrate(db, { migrations: before })
  await sql`create table kysely_migration (name text primary key, timestamp text not null)`.execute(db)
  await sql`insert into kysely_migration select name, '2026' from schema_migrations`.execute(db)
  await sql`drop table schema_migrations`.execute(db)
  await close()
}

const openedAt = (database_url: string) => {
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: poolOf({ connectionString: database_url, max: 2 }) }),
  })
  return { db, close: () => db.destroy() }
}

// The embedded database has one connection and migrates at the start. The last lines of the run say so if PostgreSQL is missing.
describe.skipIf(!process.env.TEST_DATABASE_URL)('on a server', () => {
  const dropped = (database_url: string | null) => {
    open.push({ close: () => dropDatabase(database_url ?? '') })
    return database_url ?? ''
  }
  const fresh = async () => dropped(await emptyDatabase())
  const migrated = async (template?: Template) => dropped(await ownDatabase(template))

  test('production starts on the tables that it needs, and else says which command makes them', async () => {
    const database_url = await fresh()
    await expect(openDatabase({ at: 'server', database_url, migrates: false })).rejects.toThrow(
      /^the tables lack \d+ migrations, from 0001_first on: npm run migrate$/,
    )
    await migrateServer({ database_url })
    await opened({ at: 'server', database_url, migrates: false })
  })

  test('the events of the release before move when they are complete, and the last of them with the contract', async () => {
    const database_url = await fresh()
    await asBefore(database_url)
    const write = async (to: Kysely<Schema>, hours: number[]) => {
      for (const ago of hours)
        await sql`insert into events (at, last_at, hour, fingerprint, event, fields)
          select at, at, extract(epoch from at) / 3600 - 0.5, ${ago}, 'sign_in.done', jsonb_build_object('hours', ${ago}::int)
          from (select now() - ${ago} * interval '1 hour' as at) one`.execute(to)
    }
    const before = openedAt(database_url)
    // None of them between one and two hours old: such an hour may become a complete one while the test runs.
    await write(before.db, [3000, 2000, 3, 0])
    // More than two batches, the newest first.
    await sql`insert into events (at, last_at, hour, fingerprint, event, fields)
      select at, at, floor(extract(epoch from at) / 3600), 'many ' || n, 'ids.searched', jsonb_build_object('n', n)
      from generate_series(1, 20001) n, lateral (select now() - interval '1 day' - n * interval '1 second' as at) one`.execute(
      before.db,
    )
    await before.close()
    const plan = await planOf({ database_url })
    expect(plan.now.map((line) => line.split(':')[0])).toEqual(later)
    expect(plan.contracts.map((line) => line.split(':')[0])).toEqual(contracts)
    expect(await migrateServer({ database_url })).toEqual(later)
    const { db } = await opened({ at: 'server', database_url, migrates: false })
    const inBoth = async () => {
      const { rows } = await sql<{ fields: object }>`select fields from events order by at`.execute(db)
      return [rows, await inChain('sign_in.done')]
    }
    const inChain = (event: string) =>
      db.selectFrom('audit_events').select('fields').where('event', '=', event).orderBy('id').execute()
    const age = (hours: number) => ({ fields: { hours } })
    expect(await inBoth(), 'what was written before').toEqual([[age(0)], [age(2000), age(3)]])
    const many = await inChain('ids.searched')
    expect(many.map(({ fields }) => fields.n)).toEqual(Array.from({ length: 20_001 }, (_, at) => 20_001 - at))
    await write(db, [-1, 2])
    await sql`select sweep_events(now())`.execute(db)
    expect(await inBoth(), 'what the release before writes meanwhile').toEqual([
      [age(0), age(-1)],
      [age(2000), age(3), age(2)],
    ])
    expect(await migrateServer({ database_url }, { contract: true })).toEqual(contracts)
    expect(await inChain('sign_in.done')).toEqual([2000, 3, 2, 0, -1].map(age))
    const { rows } = await sql<{ is: boolean }>`select to_regclass('events') is not null as is`.execute(db)
    expect(rows).toEqual([{ is: false }])
  })

  test('the services that members used before are in their accounts, also where more than one batch uses some', async () => {
    const database_url = await fresh()
    await asBefore(database_url)
    const before = openedAt(database_url)
    await sql`insert into services (client_id, rp_name) values ('a', 'A'), ('b', 'B')`.execute(before.db)
    await sql`insert into members (id, login_id, login_id_key, password_hash, password_changed_at, name, created_at)
      select gen_random_uuid(), n, n, '-', now(), '-', now() from generate_series(1, 10001) n`.execute(before.db)
    await sql`insert into service_members (member_id, client_id, first_used_at)
      select id, client_id, case when login_id <> '1' then now() end from members, services`.execute(before.db)
    await before.close()
    await migrateServer({ database_url })
    const { db } = await opened({ at: 'server', database_url, migrates: false })
    const { rows } = await sql<{ is: boolean }>`
      select (select count(*) from service_uses) = 20000 and not exists (
        select from service_members left join service_uses u using (member_id, client_id)
        where first_used_at is distinct from u.last_used_at) as is`.execute(db)
    expect(rows).toEqual([{ is: true }])
  })

  test('two processes that migrate at once run each migration once', async () => {
    const database_url = await fresh()
    const done = await Promise.all([1, 2].map(() => migrateServer({ database_url })))
    expect(done.flat()).toEqual(names)
  })

  test('a migration waits for a lock a second at a time, so that sign-ins pass meanwhile', async () => {
    const database_url = await migrated()
    const reader = new pg.Client({ connectionString: database_url })
    await reader.connect()
    open.push({ close: () => reader.end() })
    await reader.query('begin; select count(*) from members')
    const notes: string[] = []
    const { db, close } = openedAt(database_url)
    open.push({ close })
    const migrating = migrate(db, { migrations: withMore, note: (line) => void notes.push(line) })
    await expect.poll(() => notes.at(-1)).toBe('9001_more: waits for a lock')
    const other = new pg.Client({ connectionString: database_url })
    await other.connect()
    open.push({ close: () => other.end() })
    expect((await other.query('select count(*) from members')).rows).toEqual([{ count: '0' }])
    await reader.query('commit')
    expect(await migrating).toEqual(['9001_more', '9002_more_index'])
  })

  test('an index whose build was cut off is built again', async () => {
    const database_url = await migrated()
    const { db, close } = openedAt(database_url)
    open.push({ close })
    await sql`create table twice (id integer)`.execute(db)
    await sql`insert into twice values (1), (1)`.execute(db)
    await expect(sql`create unique index concurrently twice_id on twice (id)`.execute(db)).rejects.toThrow(
      'could not create',
    )
    await migrate(db, { migrations: { ...migrations, '9001_twice': indexes({ twice_id: 'twice (id)' }) } })
    const { rows } = await sql<{ valid: boolean }>`
      select indisvalid as valid from pg_index where indexrelid = to_regclass('twice_id')`.execute(db)
    expect(rows).toEqual([{ valid: true }])
  })

  test('members sign in with this release before and after the tables change for the next one', async () => {
    const database_url = await migrated('demo')
    const { db, close } = openedAt(database_url)
    open.push({ close })
    // One connection has prepared every statement by the second sign-in.
    const backend = await start({ database_url, migrates: false, pool: { connections: 1 } })
    open.push(backend)
    const member = await copyOf(backend, 'member')
    const signsIn = async () => {
      const { claims } = await signInAt(backend, new Browser(backend.url), member)
      expect(claims?.email).toContain('@')
    }
    await signsIn()
    await migrate(db, { migrations: withMore })
    await signsIn()
  })
})
