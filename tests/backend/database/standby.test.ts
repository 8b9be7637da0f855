// Reads that may be seconds old: on the standby that is named, and on the primary while the standby is behind or away.
import { execFile } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase, type Database } from '../../../backend/db/database.ts'
import type { OldReads, Reader } from '../../../backend/db/standby.ts'
import { DatabaseUnavailable } from '../../../backend/db/unavailable.ts'
import type { RunningBackend } from '../../../backend/main.ts'
import { freePort } from '../../../server/ports.ts'
import { startPostgres, type Postgres } from '../../../scripts/postgres.ts'
import { moved } from '../scrape.ts'
import { start } from '../start.ts'

const ANSWERED = 'daemun_database_old_reads_total'
/** A standby that was left is asked again after five seconds. */
const LATER = { timeout: 30_000 }

describe.skipIf(!process.env.TEST_DATABASE_URL)('a primary with a standby', () => {
  let primary: Postgres
  let standby: Postgres
  let database: Database
  let reads: OldReads
  let follower: Database
  const lines: string[] = []
  const answers: string[] = []
  const told = {
    log: (event: string) => void lines.push(event),
    now: () => new Date(),
    answered: (server: string) => void answers.push(server),
  }
  const at = ({ database_url }: Postgres, standby_url?: string) =>
    openDatabase({ at: 'server', database_url, standby_url, migrates: false })

  beforeAll(async () => {
    primary = await startPostgres()
    await (await openDatabase({ at: 'server', database_url: primary.database_url })).close()
    standby = await primary.follow()
    database = await at(primary, standby.database_url)
    follower = await at(standby)
  }, 120_000)
  beforeEach(() => {
    for (const list of [lines, answers]) list.length = 0
    reads = database.oldReads(told)
  })
  afterAll(async () => {
    await Promise.all([database?.close(), follower?.close()])
    await standby?.close()
    await primary?.close()
  })

  const valueOf = async (db: Reader, value: string) =>
    (
      await db
        .selectFrom(sql<{ is: unknown }>`(select ${sql.raw(value)} as is)`.as('one'))
        .select('one.is')
        .execute()
    )[0]
  const isStandby = async (db: Reader) => (await valueOf(db, 'pg_is_in_recovery()'))?.is
  const emails = async (db: Reader) =>
    (await db.selectFrom('outbox').select('to').orderBy('id').execute()).map(({ to }) => to)
  const write = (to: string) =>
    sql`insert into outbox (kind, "to", text, at) values ('email', ${to}, '', now())`.execute(database.db)
  const standbyAnswers = async () => {
    await expect.poll(() => reads.read(isStandby), LATER).toBe(true)
  }
  /** From here on, half a second that the standby has does not pass: a busy machine takes longer. */
  const standsStill = () => void vi.spyOn(performance, 'now').mockReturnValue(performance.now())

  test('the standby answers, also when nothing was written for a while', async () => {
    await standbyAnswers()
    expect(answers.at(-1)).toBe('standby')
    answers.length = 0
    standsStill()
    expect(await reads.readOnce(isStandby)).toBe(true)
    expect(await isStandby(database.db)).toBe(false)
    expect(answers).toEqual(['standby'])
  })

  test('a read sees what was written before it, or comes from the primary', async () => {
    await write('before@mail.test')
    // Nothing was read yet, so the standby must have reached this moment.
    expect(await reads.read(emails)).toContain('before@mail.test')
  })

  test('a standby that does not replay is left for the primary with one line, and asked again later', async () => {
    await standbyAnswers()
    // The line is one a minute, and a busy machine may have taken it.
    reads = database.oldReads(told)
    lines.length = 0
    await sql`select pg_wal_replay_pause()`.execute(follower.db)
    await write('new@mail.test')
    expect(await emails(follower.db)).not.toContain('new@mail.test')
    await expect.poll(() => reads.read(emails)).toContain('new@mail.test')
    for (let more = 0; more < 5; more += 1) expect(await reads.read(isStandby)).toBe(false)
    expect(await reads.readOnce(isStandby)).toBe(false)
    expect(lines).toEqual(['standby.away'])
    await sql`select pg_wal_replay_resume()`.execute(follower.db)
    await standbyAnswers()
    expect(await reads.read(emails)).toContain('new@mail.test')
  })

  test('a standby that does not notice that its connection hangs is left for the primary', async () => {
    await standbyAnswers()
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_replication`.execute(database.db)
    const sender = rows[0]?.pid ?? 0
    process.kill(sender, 'SIGSTOP')
    try {
      await write('hung@mail.test')
      await expect.poll(() => reads.read(emails)).toContain('hung@mail.test')
      expect(await emails(follower.db)).not.toContain('hung@mail.test')
      expect(await valueOf(follower.db, 'exists (select from pg_stat_wal_receiver)')).toEqual({ is: true })
    } finally {
      process.kill(sender, 'SIGCONT')
    }
    await standbyAnswers()
  })

  test('a read that fails on the standby alone is answered by the primary, and a command’s read fails', async () => {
    const locked = (db: Reader) => db.selectFrom('members').select('id').forUpdate().execute()
    await standbyAnswers()
    expect(await reads.read(locked)).toEqual([])
    await standbyAnswers()
    reads = database.oldReads(told)
    lines.length = 0
    standsStill()
    await expect(reads.readOnce(locked)).rejects.toThrow('read-only transaction')
    expect(lines).toEqual([])
  })

  test('the primary may be named as the standby, and so may an address without a server', async () => {
    const answered = async ({ read }: OldReads) => [await read(isStandby), answers.at(-1)]
    const same = await at(primary, primary.database_url)
    const bySame = same.oldReads(told)
    // A busy machine may need more than the second that a connection to a standby has.
    await expect.poll(() => answered(bySame), LATER).toEqual([false, 'standby'])
    lines.length = 0
    const nobody = await at(primary, `postgres://postgres@127.0.0.1:${await freePort()}/postgres`)
    expect(await answered(nobody.oldReads(told))).toEqual([false, 'primary'])
    expect(lines).toEqual(['standby.away'])
    await Promise.all([same.close(), nobody.close()])
  })

  test('while the address of the primary leads to a server without writes, that one answers', async () => {
    const demoted = await at(standby, primary.database_url)
    expect(await demoted.oldReads(told).read(isStandby)).toBe(true)
    expect([answers, lines]).toEqual([['primary'], []])
    await demoted.close()
  })

  test('a standby that is away is asked once in five seconds, so that few reads wait for it', async () => {
    let asked = 0
    const closed = createServer((socket) => {
      asked += 1
      socket.destroy()
    })
    await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done))
    const { port } = closed.address() as AddressInfo
    const without = await at(primary, `postgres://postgres@127.0.0.1:${port}/postgres`)
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000_000)
    const { read } = without.oldReads(told)
    for (let more = 0; more < 3; more += 1) expect(await read(isStandby)).toBe(false)
    expect(asked).toBe(1)
    clock.mockReturnValue(1_005_000)
    expect(await read(isStandby)).toBe(false)
    expect(asked).toBe(2)
    expect([answers.length, lines]).toEqual([4, ['standby.away']])
    clock.mockRestore()
    await without.close()
    closed.close()
  })

  test('a place without a standby asks the primary', async () => {
    const alone = await at(primary)
    for (const read of Object.values(alone.oldReads(told)))
      expect(await read((db) => Promise.resolve(db))).toBe(alone.db)
    expect(answers).toEqual(['primary', 'primary'])
    await alone.close()
  })

  test('a backend serves without its standby: it is ready, the footer has its links, and the metrics say who answered', async () => {
    const [{ database_url }, { database_url: standby_url }] = [primary, standby]
    const logged: string[] = []
    const backend: RunningBackend = await start({
      database_url,
      standby_url,
      metrics: { host: '127.0.0.1', port: 0 },
      write: (line) => void logged.push(line),
    })
    const links = async (owner: string) => (await fetch(`${backend.url}/common/terms/v1/rps/${owner}`)).status
    const ready = async () => (await fetch(`${backend.url}/readyz`)).status
    const byStandby = () => moved(backend, () => links('service-a'))
    try {
      await expect.poll(byStandby, LATER).toMatchObject({ [`${ANSWERED}{server="standby"}`]: 1 })
      expect(Object.keys(await moved(backend, () => links('suni'))).join()).not.toContain(ANSWERED)
      await standby.kill()
      const more = await moved(backend, async () => {
        for (let calls = 0; calls < 3; calls += 1) expect([await links('service-a'), await ready()]).toEqual([200, 200])
      })
      expect(more).toMatchObject({ [`${ANSWERED}{server="primary"}`]: 3 })
      expect(more).not.toHaveProperty([`${ANSWERED}{server="standby"}`])
      expect(
        logged.filter((line) => line.includes('"standby.away"')).map((line) => JSON.parse(line) as object),
      ).toEqual([expect.objectContaining({ level: 'warn', calls: 1 })])
      standby = await standby.again()
      await expect.poll(byStandby, LATER).toMatchObject({ [`${ANSWERED}{server="standby"}`]: 1 })
    } finally {
      await backend.close()
    }
  })

  test('a command reads on the standby, and on the primary with a line when the standby is lost', async () => {
    const env = { ...process.env, DATABASE_URL: primary.database_url, DATABASE_STANDBY_URL: standby.database_url }
    const run = (...args: string[]) => promisify(execFile)(process.execPath, args, { env })
    const [find, verify] = [
      () => run('backend/commands/members.ts', 'find', 'member@', '--by', 'kim'),
      () => run('backend/commands/events.ts', 'verify'),
    ]
    await standbyAnswers()
    const reading = async () =>
      (await valueOf(follower.db, `(select sessions from pg_stat_database where datname = 'postgres')`))?.is
    const before = await reading()
    // On a busy machine, the standby may be behind for longer than a command waits for it.
    await expect
      .poll(find, LATER)
      .toEqual({ stdout: expect.stringContaining('member@demo.test') as string, stderr: '' })
    await expect.poll(verify, LATER).toEqual({ stdout: expect.stringContaining('events in') as string, stderr: '' })
    await expect.poll(async () => Number(await reading()) - Number(before)).toBeGreaterThanOrEqual(2)
    await standby.kill()
    expect(await find()).toEqual({
      stdout: expect.stringContaining('member@demo.test') as string,
      stderr: expect.stringMatching(/^\{"level":"warn",.*"event":"standby\.away".*\}\n$/) as string,
    })
    expect(await verify()).toEqual({
      stdout: expect.stringContaining('events in') as string,
      stderr: expect.stringMatching(/^events: standby\.away .+\n$/) as string,
    })
    standby = await standby.again()
  })

  test('a lost standby fails no read, and answers again when it is back', async () => {
    await standbyAnswers()
    await standby.kill()
    for (const read of [reads.read, reads.readOnce]) expect(await read(isStandby)).toBe(false)
    standby = await standby.again()
    await standbyAnswers()
  })

  test('a lost primary fails the read with its own error', async () => {
    await standbyAnswers()
    reads = database.oldReads(told)
    lines.length = 0
    await primary.kill()
    const failure = () => reads.read(isStandby).catch((error: unknown) => error)
    await expect.poll(failure, LATER).toBeInstanceOf(DatabaseUnavailable)
    expect(lines).toEqual([])
    primary = await primary.again()
    await expect.poll(() => reads.read(isStandby).catch(() => null), LATER).toBe(true)
  })

  test('a standby that was promoted goes its own way, and is left for the primary', async () => {
    await standbyAnswers()
    await sql`select pg_promote()`.execute(follower.db)
    await write('apart@mail.test')
    await expect.poll(() => reads.read(emails)).toContain('apart@mail.test')
    expect(lines).toEqual(['standby.away'])
    expect(await emails(follower.db)).not.toContain('apart@mail.test')
  })
})
