// Valkey or Redis, which counts the limits of all instances when the operator names one (docs/operators.md, "Limits on Valkey or Redis").
import { setTimeout as sleep } from 'node:timers/promises'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { summedUp, type Log } from './log.ts'

export type LimitStore = {
  /** For RateLimiterRedis. */
  client: object
  /**
   * Counts a call.
   * @returns false if the server cannot be asked now, or has not answered in time
   * @throws RateLimiterRes if the limit is reached
   */
  counts: (count: () => Promise<unknown>) => Promise<boolean>
  close: () => void
}

/** Milliseconds. A count takes one, and a sign-in does not wait longer for a server that is away. */
const MOST_MS = 300
/** After a failure the server is left alone for so long. */
const AGAIN_MS = 1000
const EVERY_MS = 60_000

async function inTime(work: Promise<unknown>, ms: number): Promise<void> {
  const end = new AbortController()
  const late = sleep(ms, undefined, { signal: end.signal, ref: false }).then(() => {
    throw new Error(`no answer in ${ms} ms`)
  })
  await Promise.race([work, late]).finally(() => end.abort())
}

/**
 * Connects in the background: a server that is away keeps no instance from starting. NOTE: the client is loaded only here.
 * @param most_ms how long a count may take
 */
export async function openLimitStore(url: string, log: Log, now: () => Date, most_ms = MOST_MS): Promise<LimitStore> {
  const { createClient } = await import('@redis/client')
  const note = summedUp('limits.store_away', EVERY_MS, log, now)
  let awayUntil = 0
  const away = (error: unknown) => note(error instanceof Error ? error.message : String(error))
  const client = createClient({
    url,
    // A count that waits for a connection would be late.
    disableOfflineQueue: true,
    socket: { connectTimeout: AGAIN_MS, reconnectStrategy: AGAIN_MS },
  })
  client.on('error', away)
  await inTime(client.connect(), most_ms).catch(away)
  return {
    client,
    async counts(count) {
      if (performance.now() < awayUntil) return false
      try {
        await inTime(count(), most_ms)
        return true
      } catch (error) {
        if (error instanceof RateLimiterRes) throw error
        awayUntil = performance.now() + AGAIN_MS
        away(error)
        return false
      }
    },
    close: () => void (client.isOpen && client.destroy()),
  }
}
