// Security D6: a rate limit in memory for each of a limited number of keys.

const MOST_KEYS = 50_000

type Budget = { most: number; seconds: number; keys?: number }

/**
 * A token bucket per key: `most` requests at once, refilled within `seconds`. The number of keys is limited: while all of them are in
 * use, a new one is refused.
 * NOTE: the counters of libraries hold a timer per key and an unlimited number of keys.
 */
export function buckets({ most, seconds, keys = MOST_KEYS }: Budget, now: () => number) {
  const rate = most / (seconds * 1000)
  const kept = new Map<string, { left: number; at: number }>()
  const hasRoom = (at: number): boolean => {
    if (kept.size < keys) return true
    // The least recently used bucket. It is full again, like a new one.
    const [[key, { at: used }] = ['', { at }]] = kept
    return at - used >= seconds * 1000 && kept.delete(key)
  }
  /** Takes one token, or the share of one that this call costs. @returns 0, or the seconds until there is one again */
  return (key: string, share = 1): number => {
    const at = now()
    const known = kept.get(key)
    if (!known && !hasRoom(at)) return seconds
    const left = known ? Math.min(most, known.left + Math.max(0, at - known.at) * rate) : most
    kept.delete(key)
    kept.set(key, { left: left >= share ? left - share : left, at })
    return left >= share ? 0 : Math.min(seconds, Math.max(1, Math.ceil((share - left) / rate / 1000)))
  }
}
