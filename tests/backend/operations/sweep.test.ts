// The sweep deletes expired rows and no others, so the tables of a long-running backend do not grow without limit.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { hashOf, type Ctx } from '../../../backend/context.ts'
import { sqlAdapter } from '../../../backend/oidc/adapter.ts'
import { sweep, sweepInTime } from '../../../backend/sweep.ts'
import { Browser } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { copyOf, signInAt } from '../start.ts'

let now = Date.now()
const backend = sharedBackend({ now: () => new Date(now) })

const TABLES = ['transactions', 'challenges', 'one_time_codes', 'sealed_seen', 'browser_sessions'] as const
async function counts(): Promise<Record<string, number>> {
  const rows = TABLES.map(async (table) => {
    const { count } = await backend.ctx.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return [table, count] as const
  })
  return Object.fromEntries(await Promise.all(rows))
}

const none = Object.fromEntries(TABLES.map((table) => [table, 0]))

test('a sign-in that waits for its code, and one that is done, leave nothing behind after their time', async () => {
  const [waiting, done] = [await copyOf(backend, 'sms'), await copyOf(backend, 'member')]
  const browser = new Browser(backend.url)
  const { reply, entry } = await signInAt(backend, browser, waiting)
  const { auth_token } = (reply.body as { data: { auth_token: string } }).data
  await browser.post('/authenticator/v1/issue/sms', {}, { 'x-authenticator': `Token ${auth_token}` })
  await signInAt(backend, new Browser(backend.url), done)
  await sweep(backend.ctx)
  const full = await counts()
  const texts = () => backend.ctx.db.selectFrom('outbox').select('to').where('kind', '=', 'sms').execute()
  expect(await texts()).toHaveLength(1)
  expect(full).toMatchObject({ challenges: 1, one_time_codes: 1, sealed_seen: 4, browser_sessions: 1 })
  now += 20 * 60_000
  await sweep(backend.ctx)
  expect(await browser.signIn(entry, waiting), 'that it is over can still be told').toMatchObject({
    status: 403,
    body: { code: 'VISIT_OVER' },
  })
  now += 40 * 60_000
  await sweep(backend.ctx)
  expect(await counts()).toEqual({ ...full, transactions: 0, challenges: 0, one_time_codes: 0 })
  now += 13 * 3_600_000
  await sweep(backend.ctx)
  expect(await counts()).toMatchObject({ sealed_seen: 4, browser_sessions: 0 })
  now += 48 * 3_600_000
  await sweep(backend.ctx)
  expect(await counts()).toEqual(none)
  expect(await texts()).toEqual([])
})

/** Sealed passwords of three days ago. */
const addSealed = (rows: number) =>
  sql`insert into sealed_seen select 'old ' || n, 'visit', ${new Date(now - 72 * 3_600_000)} from generate_series(1, ${sql.lit(rows)}) n`.execute(
    backend.ctx.db,
  )

test('a sweep deletes more rows than one batch has', async () => {
  await addSealed(4500)
  await sweep(backend.ctx)
  expect(await counts()).toMatchObject({ sealed_seen: 0 })
})

test('an interaction that is kept in its last second is over, and is deleted', async () => {
  const interactions = sqlAdapter(backend.ctx, 'Interaction')
  await interactions.upsert('late', { exp: Math.floor(Date.now() / 1000) }, 0)
  expect(await interactions.find('late')).toBeUndefined()
  await sweep(backend.ctx)
  const rows = backend.ctx.db.selectFrom('oidc_payloads').select('id').where('id', '=', hashOf('late'))
  expect(await rows.execute()).toEqual([])
})

// The embedded database has one connection.
describe.skipIf(!process.env.TEST_DATABASE_URL)('beside another connection', () => {
  const meanwhile = async (held: (trx: Ctx['db']) => Promise<unknown>) => {
    await addSealed(10)
    await backend.ctx.db.transaction().execute(async (trx) => {
      await held(trx)
      await sweep(backend.ctx)
    })
    return (await counts()).sealed_seen
  }

  test('while one instance deletes, another one does not', async () => {
    const turn = (trx: Ctx['db']) => sql`select pg_advisory_xact_lock(hashtextextended('daemun sweep', 0))`.execute(trx)
    expect(await meanwhile(turn)).toBe(10)
    await sweep(backend.ctx)
    expect(await counts()).toMatchObject({ sealed_seen: 0 })
  })

  test('a row in use is left for the next sweep, and no call waits', async () => {
    const use = (trx: Ctx['db']) => sql`select 1 from sealed_seen where hash = 'old 1' for update`.execute(trx)
    expect(await meanwhile(use)).toBe(1)
    await sweep(backend.ctx)
    expect(await counts()).toMatchObject({ sealed_seen: 0 })
  })
})

test('after a clock that was wrong by a month is set back, nothing that began in that month lasts until it comes', async () => {
  const member = await copyOf(backend, 'member')
  now += 30 * 86_400_000
  await signInAt(backend, new Browser(backend.url), member)
  const begun = await counts()
  now -= 30 * 86_400_000
  await sweep(backend.ctx)
  expect(begun).toMatchObject({ transactions: expect.any(Number), browser_sessions: 1 })
  expect(await counts()).toMatchObject({ transactions: 0, browser_sessions: 0 })
})

test('an instance whose clock is two weeks ahead of the database erases and deletes nothing', async () => {
  await addSealed(1)
  const before = await counts()
  now += 14 * 86_400_000
  await expect(sweepInTime(backend.ctx)).rejects.toThrow(
    /^nothing is deleted: the clock is \d+ s from that of the database$/,
  )
  expect(await counts()).toEqual(before)
})
