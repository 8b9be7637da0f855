// Security D6, E3: a rate limit in memory for each of a limited number of keys.

const MOST_KEYS = 50_000

type Budget = { most: number; seconds: number; keys?: number }

/** A bucket, and how much of it a call takes. */
export type Taken = { key: string; weight: number }

/** The same time, which goes on from where it is when the clock is set back. */
function forwards(now: () => number): () => number {
  let last = now()
  let lost = 0
  return () => {
    const at = now()
    lost += Math.max(0, last - at)
    last = at
    return at + lost
  }
}

/**
 * A token bucket per key: `most` requests at once, refilled within `seconds`. The number of keys is limited: while all of them are in
 * use, a new one is refused.
 * NOTE: the counters of libraries hold a timer per key and an unlimited number of keys.
 */
export function buckets({ most, seconds, keys = MOST_KEYS }: Budget, clock: () => number) {
  const now = forwards(clock)
  const rate = most / (seconds * 1000)
  const kept = new Map<string, { left: number; at: number }>()
  const hasRoom = (wanted: number, at: number): boolean => {
    while (kept.size + wanted > keys) {
      // The least recently used bucket. After this time it is full again, like a new one.
      const [oldest] = kept
      if (!oldest || at - oldest[1].at < seconds * 1000) return false
      kept.delete(oldest[0])
    }
    return true
  }
  const leftIn = (key: string, at: number): number => {
    const known = kept.get(key)
    return known ? Math.min(most, known.left + (at - known.at) * rate) : most
  }
  const waitFor = (missing: number): number => Math.min(seconds, Math.max(1, Math.ceil(missing / rate / 1000)))
  /** @returns 0, or the seconds until all of these buckets have enough. Then the call took from none of them. */
  const take = (taken: readonly Taken[]): number => {
    const at = now()
    const lacking = taken.map(({ key, weight }) => weight - leftIn(key, at)).filter((missing) => missing > 0)
    if (lacking.length > 0) return waitFor(Math.max(...lacking))
    const added = taken.filter(({ key }) => !kept.has(key)).length
    if (!hasRoom(added, at)) return seconds
    for (const { key, weight } of taken) {
      const left = leftIn(key, at) - weight
      kept.delete(key)
      kept.set(key, { left, at })
    }
    return 0
  }
  return {
    take,
    /** How much of the bucket is missing. */
    usedOf: (key: string): number => most - leftIn(key, now()),
  }
}
