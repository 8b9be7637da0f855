// Security D6, A13: how many requests a network may send per minute. A refused caller learns when to try again.
import type { Ctx } from '../context'
import { isInside, networkOf } from '../domain/networks'

const MINUTE = 60
const HOUR = 3600
const MOST_KEYS = 50_000

/** Internal networks get more, because a whole company may share one address. */
const INSIDE_FACTOR = 20

/** The calls that hash a new password, besides the sign-in. */
const SETS_PASSWORD = /^\/v1\/(verify\/join|profile\/(sign-up|change\/password|search\/password))$/

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

/**
 * The rate limits of a sandbox, in memory.
 * @returns the seconds until this address may call this path; 0 means now
 */
export function startBudgets(ctx: Ctx): (path: string, address: string) => number {
  const { limits, internal_networks } = ctx.settings
  const budget = (most: number, seconds: number) => buckets({ most, seconds }, () => ctx.now().getTime())
  const rules: [asked: RegExp, take: ReturnType<typeof buckets>][] = [
    [/^\/oidc\/auth$/, budget(limits.visits_per_minute, MINUTE)],
    [/^\/v1\/verify\/pwd$/, budget(limits.sign_ins_per_minute, MINUTE)],
    [/^\/v1\/(init\/search|challenge\/join)\/|^\/(reset-cancel|not-me)\//, budget(limits.searches_per_minute, MINUTE)],
    [SETS_PASSWORD, budget(limits.password_sets_per_minute, MINUTE)],
    [/^\/v1\/valid\/nickname$/, budget(limits.nicknames_per_minute, MINUTE)],
    [/^\/v1\/matcher\/student\/resolve$/, budget(limits.letters_per_hour, HOUR)],
  ]
  return (path, address) => {
    const take = rules.find(([asked]) => asked.test(path))?.[1]
    return take ? take(networkOf(address), isInside(address, internal_networks) ? 1 / INSIDE_FACTOR : 1) : 0
  }
}
