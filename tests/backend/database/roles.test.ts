// Security D1: one database role migrates, the other serves and can change no table.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateServer, openDatabase } from '../../../backend/db/database.ts'
import { sealEvents } from '../../../backend/domain/audit/eventChain.ts'
import { record } from '../../../backend/domain/audit/events.ts'
import type { RunningBackend } from '../../../backend/main.ts'
import { parseMembers, runMembers } from '../../../backend/commands/membersCommand.ts'
import { databaseOf } from '../../../backend/settings/environment.ts'
import { sweep } from '../../../backend/sweep.ts'
import { resetDemo } from '../../../demo/members.ts'
import { Browser } from '../browser.ts'
import { Joiner, profiles } from '../joiner.ts'
import { copyOf, signInAt, start } from '../start.ts'

const [DATABASE_URL, DATABASE_MIGRATION_URL] = ['postgres://daemun@db/daemun', 'postgres://owner@db/daemun']

test('two addresses are two roles, and either one alone is both', () => {
  expect(databaseOf({ DATABASE_URL, DATABASE_MIGRATION_URL })).toEqual({
    database_url: DATABASE_URL,
    migration_url: DATABASE_MIGRATION_URL,
  })
  expect(databaseOf({ DATABASE_URL })).toEqual({ database_url: DATABASE_URL })
  expect(databaseOf({ DATABASE_MIGRATION_URL })).toEqual({ database_url: DATABASE_MIGRATION_URL })
  expect(databaseOf({})).toEqual({})
})

/** The embedded database has one role. The last lines of the run say so if PostgreSQL is missing. */
const server = process.env.TEST_DATABASE_URL ?? ''

/** A database with its two roles, as docs/operators.md describes them. */
async function twoRoles() {
  const name = `roles_${randomBytes(6).toString('hex')}`
  const connection = new pg.Client({ connectionString: server })
  await connection.connect()
  const password = randomBytes(12).toString('hex')
  for (const role of [`${name}_owner`, name]) await connection.query(`create role ${role} login password '${password}'`)
  await connection.query(`create database ${name} owner ${name}_owner`)
  await connection.query(`revoke create, temporary on database ${name} from public`)
  await connection.end()
  const as = (role: string) => Object.assign(new URL(server), { username: role, password, pathname: `/${name}` }).href
  return { database_url: as(name), migration_url: as(`${name}_owner`) }
}

describe.skipIf(server === '')('on a server', () => {
  let backend: RunningBackend
  const lines: string[] = []
  let addresses: Awaited<ReturnType<typeof twoRoles>>
  beforeAll(async () => {
    addresses = await twoRoles()
    backend = await start({ ...addresses, write: (line) => void lines.push(line) })
  })
  afterAll(() => backend?.close())

  test('a migration by the serving role is refused with the setting that names the owner', async () => {
    const { database_url } = await twoRoles()
    await expect(migrateServer({ database_url })).rejects.toThrow(
      /^the role roles_\w+ may not change the tables \(permission denied for schema public\): DATABASE_MIGRATION_URL names their owner/,
    )
  })

  test('the serving role has no right on a partition, where it could change an event', async () => {
    const { rows } = await sql<{ rights: number }>`
      select count(*)::int as rights from pg_class, aclexplode(relacl) acl
      where relispartition and relkind = 'r' and acl.grantee = ${new URL(addresses.database_url).username}::regrole`.execute(
      backend.ctx.db,
    )
    expect(rows).toEqual([{ rights: 0 }])
    await expect(sql`delete from audit_events_rest`.execute(backend.ctx.db)).rejects.toThrow('permission denied')
  })

  test('the serving role deletes events that are older than 90 days, and no younger one', async () => {
    const { ctx } = backend
    const daysAgo = (days: number) => ({ ...ctx, now: () => new Date(Date.now() - days * 86_400_000) })
    for (const days of [92, 91, 89]) {
      await record(daysAgo(days), 'session.used', {}, { days })
      await sealEvents(daysAgo(days))
    }
    await sweep(daysAgo(-30))
    const rows = await ctx.db.selectFrom('audit_events').select('fields').where('event', '=', 'session.used').execute()
    expect(rows.map(({ fields }) => fields.days)).toEqual([89])
  })

  test('the serving role signs members in, lets them join, sweeps and restores the demo', async () => {
    const { claims } = await signInAt(backend, new Browser(backend.url), await copyOf(backend, 'member'))
    expect(claims?.email).toContain('@')
    const joiner = await new Joiner(backend).ready()
    expect((await joiner.join(joiner.payload(profiles.SOCIAL))).status).toBe(200)
    await sweep(backend.ctx)
    await resetDemo(backend.ctx, backend.hashing)
    expect(lines.join()).not.toContain('DATABASE')
  })

  test('the serving role exports and erases a member, whose consents stay without the member', async () => {
    const { login_id } = await copyOf(backend, 'member')
    const run = async (...args: string[]) => {
      const said: string[] = []
      for await (const line of runMembers(backend.ctx, parseMembers(args, 'kim'))) said.push(line)
      return said.join('\n')
    }
    expect(await run('export', login_id)).toContain('"consents"')
    expect(await run('erase', login_id, '--yes')).toMatch(/^erased /)
    const { rows } = await sql<{ n: number }>`select count(*) as n from consents where member_id is null`.execute(
      backend.ctx.db,
    )
    expect(rows[0]?.n).toBeGreaterThan(0)
  })

  test.each([
    'create table mine (id integer)',
    'create temporary table mine (id integer)',
    'create schema mine',
    'create function mine() returns integer language sql as $$ select 1 $$',
    'alter table members add column mine text',
    'alter table members disable trigger all',
    'drop table consents',
    'drop index members_phone',
    'truncate audit_events',
    'delete from audit_events',
    'update audit_events set member_id = null',
    'delete from audit_seals',
    'update audit_seals set hash = previous',
    'alter table jobs add column mine text',
    'drop index jobs_due',
    'drop table jobs',
    'delete from schema_migrations',
    `insert into schema_migrations (name) values ('mine')`,
    'delete from consents',
    'update consents set agreed = true',
    'delete from terms_versions',
    'update terms_versions set version = 9',
    'set role postgres',
    `copy members to program 'cat'`,
  ])('the serving role cannot: %s', async (statement) => {
    await expect(sql.raw(statement).execute(backend.ctx.db)).rejects.toThrow(
      /permission denied|must be (?:owner|super)/,
    )
  })

  test('four more starts at once change nothing of that', async () => {
    const more = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ at: 'server', ...addresses })))
    expect(more.map(({ warning }) => warning)).toEqual([null, null, null, null])
    await Promise.all(more.map((one) => one.close()))
    await expect(sql`delete from consents`.execute(backend.ctx.db)).rejects.toThrow('permission denied')
  })

  test.each([
    ['one role does both', () => ({ database_url: addresses.migration_url }), 'set DATABASE_MIGRATION_URL'],
    [
      'the serving role owns the tables',
      () => ({ database_url: addresses.migration_url, migration_url: addresses.migration_url }),
      'can change tables',
    ],
    ['the serving role is a superuser', () => superuser(), 'can change tables'],
  ])('the log warns if %s', async (_, place, said) => {
    const warned: string[] = []
    const other = await start({ ...place(), plugIn: undefined, write: (line) => void warned.push(line) })
    await other.close()
    expect(warned.filter((line) => line.includes(said))).toHaveLength(1)
  })

  const superuser = () => {
    const url = Object.assign(new URL(server), { pathname: new URL(addresses.database_url).pathname }).href
    return { ...addresses, database_url: url }
  }
})
