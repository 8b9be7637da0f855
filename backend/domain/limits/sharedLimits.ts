// Security D6, E3: a rate limit that all instances on one database count together.
import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { hashOf, type Ctx } from '../../context.ts'
import { apart } from '../../db/oneTransaction.ts'
import { buckets, type Taken } from './buckets.ts'
import { WEIGHT_PARTS } from './networks.ts'

/** At most `most` calls at once, and so many more within `seconds`. */
type Most = { most: number; seconds: number }

/** @returns 0, or the seconds until the call is allowed */
type Limit = (taken: readonly Taken[]) => Promise<number>

/**
 * A caller that has used at most this share of its budget here is not counted together with the other instances. So the calls of most members cost no
 * statement, and an instance lets through at most this share more.
 */
const OWN_SHARE = 1 / 8

/** `name` of the limit: instances of one name count together. The memory of this process decides first. */
export function sharedLimit(ctx: Ctx, name: string, { most, seconds }: Most): Limit {
  const own = buckets({ most, seconds }, () => ctx.now().getTime())
  if (!ctx.isShared) return async (taken) => own.take(taken)
  const waitOfAll = countedByAll(ctx, name, { most, seconds })
  return async (taken) => {
    const wait = own.take(taken)
    if (wait > 0) return wait
    // The narrowest network comes first, so that calls that it refuses take nothing from its neighbours.
    for (const { key, weight } of taken.toReversed()) {
      const used = own.usedOf(key)
      if (used <= most * OWN_SHARE) continue
      const isFirst = used - weight <= most * OWN_SHARE
      const waitOfKey = await waitOfAll(key, isFirst ? used : weight)
      if (waitOfKey > 0) return waitOfKey
    }
    return 0
  }
}

/**
 * Counts from one full `seconds` of the clock to the next: on Valkey or Redis if there is one, and in the database while it is away. Then counting begins
 * anew, so that a caller may have its limit twice in that period.
 */
function countedByAll(ctx: Ctx, name: string, { most, seconds }: Most) {
  const points = most * WEIGHT_PARTS
  const usual = {
    points,
    duration: seconds,
    // A caller that was refused is refused without a statement until the time is over.
    inMemoryBlockOnConsumed: points + 1,
  }
  const inDatabase = new RateLimiterPostgres({
    ...usual,
    storeClient: {
      query: ({ text, values }: { text: string; values: unknown[] }) =>
        ctx.db.executeQuery(CompiledQuery.raw(text, values)),
    },
    storeType: 'client',
    tableName: 'rate_counts',
    tableCreated: true,
    // The sweep deletes what has expired.
    clearExpiredByTimeout: false,
    keyPrefix: '',
  })
  const store = ctx.limitStore
  const inStore =
    store &&
    new RateLimiterRedis({
      ...usual,
      keyPrefix: 'daemun:limit',
      storeClient: store.client,
      useRedisPackage: true,
      rejectIfRedisNotReady: true,
    })
  async function consume(key: string, parts: number): Promise<void> {
    if (inStore && (await store.counts(() => inStore.consume(key, parts)))) return
    // Many calls count in one row, so none holds it until its end.
    await apart(() => inDatabase.consume(key, parts))
  }
  return async (key: string, weight: number): Promise<number> => {
    const now = ctx.now().getTime() / 1000
    const period = Math.floor(now / seconds)
    try {
      await consume(hashOf(`${name} ${period} ${key}`), Math.ceil(weight * WEIGHT_PARTS))
      return 0
    } catch (error) {
      if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil((period + 1) * seconds - now))
      // The memory of this process still limits the call, and a call that needs the database fails by itself.
      ctx.unavailable(error)
      return 0
    }
  }
}
