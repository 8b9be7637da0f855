// Security A6, D4, O8: calls and processes that meet in one PostgreSQL server. The races of codes, joins and tokens stand with their subjects.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../../backend/db/database.ts'
import { rotateKeys } from '../../../backend/db/keyRotation.ts'
import { loadKeys } from '../../../backend/db/keys.ts'
import { takeSend } from '../../../backend/domain/codes/limits.ts'
import { startHashing, type Hashing } from '../../../backend/domain/passwords/hashing.ts'
import { takeAttempt } from '../../../backend/domain/signIn/attempts.ts'
import { verifyPassword } from '../../../backend/domain/signIn/verifyPassword.ts'
import { partsLimits } from '../backendParts.ts'
import { seal } from '../browser.ts'
import { emptyDatabase } from '../ownDatabase.ts'
import { sharedBackend, sharedParts } from '../shared.ts'
import { copyOf } from '../start.ts'

const DAY_MS = 86_400_000

describe('fifty calls at once', () => {
  const backend = sharedBackend()

  test.each(['an id that somebody has', 'an id that nobody has'])(
    'with wrong passwords for %s: five are compared, and the count is five',
    async (whose) => {
      const member = await copyOf(backend, 'member')
      const login_id = whose.endsWith('nobody has') ? `no-${member.login_id}` : member.login_id
      let compared = 0
      // Room for all of them, so that the queue does not hold any call back from the race.
      const hashing = await startHashing({ ...backend.ctx.settings.limits, hashes_at_once: 50 })
      const counting: Hashing = {
        ...hashing,
        async matches(password, hash) {
          compared += 1
          return hashing.matches(password, hash)
        },
      }
      const visit = { transaction_id: 'visit', client_id: 'service-a', ip: '203.0.113.1' }
      const guess = (_: unknown, at: number) => {
        const password = seal(`wr0ng!Password${at}`, backend.ctx.keys.sealing)
        return verifyPassword(backend.ctx, counting, { login_id, password, ...visit })
      }
      const replies = await Promise.allSettled(Array.from({ length: 50 }, guess))
      const details = replies.map((one) =>
        one.status === 'rejected' ? (one.reason as { body: { detail_code: number } }).body.detail_code : 200,
      )
      expect(compared).toBe(5)
      expect(details.filter((detail) => detail === 4502)).toHaveLength(5)
      expect(details.filter((detail) => detail === 4575)).toHaveLength(45)
      const counted = backend.ctx.db.selectFrom('login_attempts').selectAll().where('login_id_key', '=', login_id)
      expect(await counted.execute()).toMatchObject([{ wrong_count: 5, lock_times: 1 }])
    },
  )

  test('take the five attempts of a login id, each number once', async () => {
    const taken = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        takeAttempt(backend.ctx, {
          login_id_key: 'anybody@demo.test',
          sealed: `sealed ${at}`,
          transaction_id: 'visit',
        }),
      ),
    )
    expect(taken.filter((one) => one !== null).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5])
  })
})

// The embedded database has one connection, so its sends come one after the other.
describe.skipIf(!process.env.TEST_DATABASE_URL)('sends', () => {
  const [LIMIT, CONNECTIONS] = [5, 10]
  const parts = sharedParts({ limits: { ...partsLimits, sends_per_ip_hour: LIMIT } })
  const send = (key: string, ip: string, country: string | null = null) =>
    takeSend(parts.ctx, { budget: 'named', key, ip, isTrusted: false }, country)
  const sentOf = async (sends: Promise<number>[]) => (await Promise.all(sends)).filter((wait) => wait === 0).length
  const fifty = (one: (at: number) => Promise<number>) => sentOf(Array.from({ length: 50 }, (_, at) => one(at)))

  test('at once from one address to two recipients: neither waits for the other', async () => {
    const waiting = sql<{ count: number }>`select count(*) as count from pg_locks
      where not granted and relation = 'send_counts'::regclass
        and database = (select oid from pg_database where datname = current_database())`
    const held = await parts.ctx.db.transaction().execute(async (trx) => {
      // The first send stands still at its last statement.
      await sql`lock table send_counts in share mode`.execute(trx)
      const first = send('+821030000001', '203.0.113.9', 'KR')
      await expect.poll(async () => (await waiting.execute(trx)).rows[0]?.count).toBe(1)
      expect(await send('hana@mail.test', '203.0.113.9')).toBe(0)
      return { first }
    })
    expect(await held.first).toBe(0)
  })

  test('at once to one recipient, from fifty networks: one is sent', async () =>
    expect(await fifty((at) => send('mina@mail.test', `198.51.${at}.1`))).toBe(1))

  test('at once from one address, past its limit: one for each connection at most, and none afterwards', async () => {
    const sent = await fifty((at) => send(`${at}@mail.test`, '192.0.2.1'))
    expect(sent).toBeGreaterThanOrEqual(LIMIT)
    expect(sent).toBeLessThan(LIMIT + CONNECTIONS)
    expect(await send('another@mail.test', '192.0.2.1')).toBeGreaterThan(0)
  })

  test('read no rows of other networks, also by a statement that was prepared for any network', async () => {
    const MANY = 5_000
    const { ctx } = parts
    await sql`insert into send_log (recipient, networks, at)
      select 'other ' || n, array['10.0.' || n % 250 || '.1'], ${ctx.now()}::timestamptz from generate_series(1, ${MANY}::int) n`.execute(
      ctx.db,
    )
    await sql`analyze send_log`.execute(ctx.db)
    const read = await ctx.db.connection().execute(async (db) => {
      const rowsRead = async () => {
        await sql`select pg_stat_force_next_flush()`.execute(db)
        const { rows } = await sql<{
          count: number
        }>`select (select sum(seq_tup_read) from pg_stat_user_tables where relname like 'send_log%')
          + (select sum(idx_tup_read) from pg_stat_user_indexes where relname like 'send_log%') as count`.execute(db)
        return Number(rows[0]?.count)
      }
      // The server counts what a connection has read some seconds later, or when it ends: what the others have read must not be counted in between.
      const others = sql`pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
      await sql`select pg_terminate_backend(pid) from ${others}`.execute(db)
      await expect.poll(async () => (await sql`select from ${others}`.execute(db)).rows).toEqual([])
      await sql`set plan_cache_mode = force_generic_plan`.execute(db)
      const before = await rowsRead()
      const one = { budget: 'named', key: 'own@mail.test', ip: '203.0.113.200', isTrusted: false } as const
      expect(await takeSend({ ...ctx, db }, one, null)).toBe(0)
      const after = await rowsRead()
      await sql`reset plan_cache_mode`.execute(db)
      return after - before
    })
    expect(read).toBeLessThan(MANY / 10)
  })
})

// One process alone can open the embedded database. The last lines of the run say so if PostgreSQL is missing.
describe.skipIf(!process.env.TEST_DATABASE_URL)('two processes on one server', () => {
  let processes: Database[]
  beforeAll(async () => {
    const database_url = (await emptyDatabase()) ?? ''
    // Both at once: each finds a server without tables.
    processes = await Promise.all([1, 2].map(() => openDatabase({ at: 'server', database_url })))
  })
  afterAll(() => Promise.all(processes.map((one) => one.close())))

  test('that start at once have the same keys', async () => {
    const keys = await Promise.all(processes.map(({ db }) => loadKeys(db, new Date())))
    expect(keys[1]?.jwks).toEqual(keys[0]?.jwks)
    expect(keys[1]?.sealing.id).toBe(keys[0]?.sealing.id)
    expect(keys[1]?.codes).toBe(keys[0]?.codes)
  })

  test('that rotate keys ten times each at once make one new key of each kind', async () => {
    const rotate = (at: number) =>
      Promise.all(
        Array.from({ length: 10 }, () =>
          processes.map(({ db }) => rotateKeys(db, new Date(at), { encryption: [] })),
        ).flat(),
      )
    const idsOf = ({ jwks, sealing, otherSealing }: Awaited<ReturnType<typeof rotateKeys>>) => ({
      signing: jwks.map(({ kid }) => kid).toSorted(),
      sealing: [sealing, ...otherSealing].map(({ id }) => id).toSorted(),
    })
    const now = Date.now()
    const [before] = (await rotate(now)).map(idsOf)
    const after = (await rotate(now + 29.5 * DAY_MS)).map(idsOf)
    expect(new Set(after.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(after[0]?.signing).toHaveLength(2)
    expect(after[0]?.signing).toEqual(expect.arrayContaining(before?.signing ?? []))
    expect(after[0]?.sealing).toHaveLength(2)
    expect(after[0]?.sealing).toEqual(expect.arrayContaining(before?.sealing ?? []))
  })
})
