// Security D6, E3, E8: several instances on one database count the calls of a caller together.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startBudgets } from '../../../backend/http/rateLimits.ts'
import { sharedLimit } from '../../../backend/domain/limits/sharedLimits.ts'
import type { Ctx } from '../../../backend/context.ts'
import { sweep } from '../../../backend/sweep.ts'
import { dropDatabase, ownDatabase } from '../ownDatabase.ts'
import { sharedParts } from '../shared.ts'
import { authorization, start } from '../start.ts'
import { defaultLimits } from '../../../backend/settings/limits.ts'

const MOST = defaultLimits.sign_ins_per_minute
const SIGN_IN = '/v1/verify/pwd'

// The embedded database has one process, so there is nothing to share.
describe.skipIf(!process.env.TEST_DATABASE_URL)('two instances', () => {
  const parts = sharedParts()
  beforeEach(() => {
    // A new minute begins, so that no test meets the counts of another one.
    parts.pass(3600 - ((parts.ctx.now().getTime() / 1000) % 60))
    // The library has a clock of its own, by which a row ends after a minute.
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => void vi.useRealTimers())

  const instances = (count: number) => Array.from({ length: count }, () => startBudgets(parts.ctx))
  const counted = () => parts.ctx.db.selectFrom('rate_counts').selectAll().execute()

  /** Calls in turn at each instance. @returns how many were allowed, and the wait of the last one */
  async function call(budgets: ReturnType<typeof instances>, calls: number, addressOf: (at: number) => string) {
    const waits: number[] = []
    for (let at = 0; at < calls; at += 1)
      waits.push((await budgets[at % budgets.length]?.waitFor(SIGN_IN, addressOf(at))) ?? -1)
    return { allowed: waits.filter((wait) => wait === 0).length, wait: waits.at(-1) ?? 0 }
  }

  test('one network signs in as often as at one instance, and an eighth more', async () => {
    const { allowed, wait } = await call(instances(2), 4 * MOST, () => '203.0.113.9')
    expect(allowed).toBeGreaterThanOrEqual(MOST)
    expect(allowed).toBeLessThanOrEqual(MOST * 1.125)
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
  })

  test('the next minute begins anew at each of them', async () => {
    const both = instances(2)
    await call(both, 4 * MOST, () => '203.0.113.9')
    parts.pass(60)
    expect((await call(both, MOST / 2, () => '203.0.113.9')).allowed).toBe(MOST / 2)
  })

  test('all addresses of a /24 together make as many calls as eight of them', async () => {
    const { allowed } = await call(instances(2), 256 * 4, (at) => `203.0.113.${at >> 2}`)
    expect(allowed).toBeGreaterThanOrEqual(8 * MOST)
    expect(allowed).toBeLessThanOrEqual(8 * MOST * 1.125)
  })

  test('calls that are refused in one network take nothing from its neighbours', async () => {
    const both = instances(2)
    await call(both, 1000, () => '203.0.113.9')
    const neighbours = await call(both, 4 * MOST, (at) => `203.0.113.${10 + (at % 4)}`)
    expect(neighbours.allowed).toBe(4 * MOST)
  })

  test('a caller that calls seldom costs no row', async () => {
    await parts.ctx.db.deleteFrom('rate_counts').execute()
    await call(instances(2), 4, () => '203.0.113.9')
    expect(await counted()).toEqual([])
  })

  test('a refused caller costs no further statement', async () => {
    const both = instances(2)
    await call(both, 3 * MOST, () => '203.0.113.9')
    const before = await counted()
    await call(both, 100, () => '203.0.113.9')
    expect(await counted()).toEqual(before)
  })

  test('the sweep deletes the counts of earlier periods', async () => {
    await call(instances(2), MOST, () => '203.0.113.9')
    expect(await counted()).not.toEqual([])
    await sweep({ ...parts.ctx, now: () => new Date(Date.now() + 3_600_000) })
    expect(await counted()).toEqual([])
  })

  test('a browser that begins visits at both is answered 429 by both', async () => {
    const database_url = (await ownDatabase('demo')) ?? ''
    const now = new Date()
    const options = { database_url, limits: { visits_per_minute: 16 }, now: () => now }
    const both = [await start(options), await start(options)]
    const begin = async (at: number) =>
      (await fetch(`${both[at % 2]?.url}${authorization()}`, { redirect: 'manual' })).status
    const statuses: number[] = []
    for (let at = 0; at < 40; at += 1) statuses.push(await begin(at))
    expect(statuses.filter((status) => status === 303).length).toBeLessThanOrEqual(18)
    expect(statuses.slice(-2)).toEqual([429, 429])
    for (const backend of both) await backend.close()
    await dropDatabase(database_url)
  })

  test('without the database each instance limits by itself', async () => {
    const gone = { executeQuery: () => Promise.reject(new Error('no database')) } as unknown as Ctx['db']
    const limit = sharedLimit({ ...parts.ctx, db: gone }, 'x', { most: MOST, seconds: 60 })
    const waits: number[] = []
    for (let at = 0; at < 2 * MOST; at += 1) waits.push(await limit([{ key: 'a', weight: 1 }]))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(MOST)
  })
})
