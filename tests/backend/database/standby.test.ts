// Reads that may be seconds old: on the standby that is named, and on the primary while the standby is behind or away.
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../../backend/db/database.ts'
import type { Schema } from '../../../backend/db/schema.ts'
import type { OldReads } from '../../../backend/db/standby.ts'
import { startPostgres, type Postgres } from '../../../scripts/postgres.ts'

describe.skipIf(!process.env.TEST_DATABASE_URL)('a primary with a standby', () => {
  let primary: Postgres
  let standby: Postgres
  let database: Database
  let reads: OldReads
  let follower: Database
  const lines: string[] = []
  const told = { log: (event: string) => void lines.push(event), now: () => new Date() }
  const at = ({ database_url }: Postgres) => openDatabase({ at: 'server', database_url, migrates: false })

  beforeAll(async () => {
    primary = await startPostgres()
    await (await openDatabase({ at: 'server', database_url: primary.database_url })).close()
    standby = await primary.follow()
    database = await openDatabase({
      at: 'server',
      database_url: primary.database_url,
      standby_url: standby.database_url,
    })
    reads = database.oldReads(told)
    follower = await at(standby)
  }, 120_000)
  afterAll(async () => {
    await Promise.all([database?.close(), follower?.close()])
    await standby?.close()
    await primary?.close()
  })

  const isStandby = async (db: Kysely<Schema>) =>
    (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)).rows[0]?.is
  const emails = async (db: Kysely<Schema>) =>
    (await sql<{ to: string }>`select "to" from outbox order by id`.execute(db)).rows.map(({ to }) => to)
  const write = (to: string) =>
    sql`insert into outbox (kind, "to", text, at) values ('email', ${to}, '', now())`.execute(database.db)

  test('the standby answers, also when nothing was written for a while', async () => {
    await expect.poll(() => reads.read(isStandby), { timeout: 30_000 }).toBe(true)
    expect(await isStandby(await reads.place())).toBe(true)
    expect(await isStandby(database.db)).toBe(false)
  })

  test('a standby that does not keep up is left for the primary, and asked again when it does', async () => {
    await sql`select pg_wal_replay_pause()`.execute(follower.db)
    await write('new@mail.test')
    // Until the standby is five seconds behind, it may answer with the old rows.
    await expect.poll(() => reads.read(emails), { timeout: 30_000 }).toEqual(['new@mail.test'])
    expect(await reads.read(isStandby)).toBe(false)
    expect(lines).toEqual(['standby.away'])
    await sql`select pg_wal_replay_resume()`.execute(follower.db)
    await expect.poll(() => reads.read(isStandby), { timeout: 30_000 }).toBe(true)
    expect(await reads.read(emails)).toEqual(['new@mail.test'])
  })

  test('a read that fails on the standby alone is answered by the primary', async () => {
    const locked = (db: Kysely<Schema>) => sql<{ one: number }>`select 1 as one from members for update`.execute(db)
    expect((await reads.read(locked)).rows).toEqual([])
  })

  test('a lost standby fails no read', async () => {
    await standby.kill()
    expect(await reads.read(isStandby)).toBe(false)
    expect(await isStandby(await reads.place())).toBe(false)
  })

  test('a place without a standby asks the primary', async () => {
    const alone = await at(primary)
    expect(await alone.oldReads(told).place()).toBe(alone.db)
    expect(await alone.oldReads(told).read((db) => Promise.resolve(db))).toBe(alone.db)
    await alone.close()
  })
})
