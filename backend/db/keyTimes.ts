// When a key pair is in use: it is known before it is used, and is kept afterwards for as long as what it made counts.

/** @property since when its use begins (ISO 8601) @property retired an operator took it out of use before its time */
export type Timed<K> = { key: K; since: string; retired?: true }

/** In seconds: how long a key is in use, how long before its use it is created, and how long after its use it is kept. */
export type Rule = { lasts: number; ahead: number; kept: number }

/** Every instance knows of a change within so many seconds. */
export const LOOK_SECONDS = 5

/**
 * How long every instance publishes a key before it signs, also in an emergency, in seconds. A service that meets an unknown key reads the keys
 * again, but not within 60 s of the last time (oauth4webapi). The rest is for `LOOK_SECONDS` and clocks that differ.
 */
export const PUBLISHED_SECONDS = 90

/** How long a retired key stays published once another one signs, in seconds: for tokens that are on their way to the service. */
export const OVERLAP_SECONDS = 30

const at = (seconds: number): string => new Date(seconds * 1000).toISOString()
export const sinceOf = ({ since }: Timed<unknown>): number => Date.parse(since) / 1000

const lastOf = <K>(keys: readonly Timed<K>[]): Timed<K> | undefined => keys.findLast((one) => !one.retired)

/** When the next key begins, if it must be created now; null: it is not due. */
function beginOfNext(keys: readonly Timed<unknown>[], { lasts, ahead }: Rule, now: number): number | null {
  const last = lastOf(keys)
  if (!last) return now
  const ends = sinceOf(last) + lasts
  return now >= ends - ahead ? Math.max(ends, now + ahead) : null
}

/** The second from which a key no longer counts. @returns Infinity while no other one follows it */
export function endOf<K>(keys: readonly Timed<K>[], one: Timed<K>, { kept }: Rule): number {
  const after = keys.slice(keys.indexOf(one) + 1).find((next) => !next.retired)
  return after ? sinceOf(after) + (one.retired ? OVERLAP_SECONDS : kept) : Number.POSITIVE_INFINITY
}

const valid = <K>(keys: Timed<K>[], rule: Rule, now: number): Timed<K>[] =>
  keys.filter((one) => endOf(keys, one, rule) > now)

/** Whether a key has to be created or removed. */
export const isDue = (keys: Timed<unknown>[], rule: Rule, now: number): boolean =>
  beginOfNext(keys, rule, now) !== null || valid(keys, rule, now).length < keys.length

/** The keys in the order of their use, with the next one if it is due, and without those that no longer count. */
export async function nextOf<K>(
  keys: Timed<K>[],
  rule: Rule,
  make: () => Promise<K>,
  now: number,
): Promise<Timed<K>[]> {
  const begins = beginOfNext(keys, rule, now)
  return valid(begins === null ? keys : [...keys, { key: await make(), since: at(begins) }], rule, now)
}

/** The key in use. @throws Error if there is none */
export function currentOf<K>(keys: readonly Timed<K>[], now: number): Timed<K> {
  const begun = keys.filter((one) => sinceOf(one) <= now)
  const found = begun.findLast((one) => !one.retired) ?? begun.at(-1) ?? keys[0]
  if (!found) throw new Error('there is no key')
  return found
}

/** The keys with one that begins at this second or before: the one that waits, or a new one. */
export async function earlier<K>(
  keys: Timed<K>[],
  make: () => Promise<K>,
  now: number,
  begins: number,
): Promise<Timed<K>[]> {
  const waiting = keys.find((one) => !one.retired && sinceOf(one) > now)
  return waiting
    ? keys.map((one) => (one === waiting ? { ...one, since: at(Math.min(sinceOf(one), begins)) } : one))
    : [...keys, { key: await make(), since: at(begins) }]
}

/**
 * The keys without one of them: at once if it never signed, `OVERLAP_SECONDS` after another one signs if it does. Repeating it changes nothing.
 */
export async function retired<K>(
  keys: Timed<K>[],
  isIt: (one: Timed<K>) => boolean,
  make: () => Promise<K>,
  now: number,
): Promise<Timed<K>[]> {
  // An instance whose clock is ahead may sign with a key that begins in a moment.
  const left = keys
    .filter((one) => !isIt(one) || sinceOf(one) <= now + LOOK_SECONDS)
    .map((one) => (isIt(one) ? { ...one, retired: true as const } : one))
  const isSigning = left.some((one) => !one.retired && sinceOf(one) <= now + LOOK_SECONDS)
  return isSigning ? left : earlier(left, make, now, now + PUBLISHED_SECONDS)
}
