// Security A1, A2: password hashes with argon2id. A few run in parallel, a short queue waits, and the rest is refused as busy.
import { hash } from '@node-rs/argon2'
import { apart } from '../../db/oneTransaction.ts'
import { buckets } from '../limits/buckets.ts'
import { crowdOf, MOST_LEVELS, networkAt } from '../limits/networks.ts'
import { readHash } from './passwordHashes.ts'
import { refuse } from '../refusal.ts'
import type { Limits } from '../../settings/limits.ts'

export type Hashing = {
  make(password: string): Promise<string>
  /**
   * Runs one password check in the queue. Callers in known browsers come first; among equals, networks take turns. Callers refuse first what they can refuse without a hash.
   * @throws Refused 429 if this visit has asked too often; 503 if the queue is full or has stalled
   */
  inTurn<T>(work: () => Promise<T>, caller: HashingCaller): Promise<T>
  /**
   * Also with the hash of another system (passwordHashes.ts).
   * @param onUnreadable called for a hash that nothing can compare. It counts as the hash of another password, and takes as long as `dummy`.
   */
  matches(password: string, password_hash: string, onUnreadable?: () => void): Promise<boolean>
  /** The hash that a password for an unknown login ID is compared with, so that the answer takes as long as for a known one. */
  dummy: string
  /** Whether a hash was made with another function, or with other cost parameters than the current ones. */
  isOutdated(password_hash: string): boolean
  /** The password checks that run, and those that wait for a place. */
  queue(): { running: number; waiting: number }
}

/** Why a password check got no place: the queue was full, it waited too long, or its visit had asked too often. */
export const HASH_REFUSALS = ['full', 'late', 'visit'] as const
/** `took`: the seconds of one hash or comparison. */
export type HashWatch = { took(seconds: number): void; refused(reason: (typeof HASH_REFUSALS)[number]): void }
const UNWATCHED: HashWatch = { took: () => {}, refused: () => {} }

/**
 * `networks`: of the caller, the widest first (networks.ts). `visit`: the transaction that all proofs of the call belong to. `isKnown`: the
 * member has signed in before in this browser.
 */
type HashingCaller = { networks: readonly string[]; visit: string; isKnown?: boolean }

type Waiting = { networks: readonly string[]; isKnown: boolean; begin: () => void; refuse: () => void }

const RETRY_AFTER_SECONDS = 2
const MINUTE_SECONDS = 60

const tooOften = (seconds: number) =>
  refuse(429, 'TOO_MANY_REQUESTS', undefined, 'too many passwords in this visit', {
    headers: { 'Retry-After': String(seconds) },
  })
const busy = () =>
  refuse(503, 'BUSY', undefined, 'try again shortly', { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } })

export async function startHashing(
  limits: Limits,
  now: () => number = Date.now,
  watch: HashWatch = UNWATCHED,
): Promise<Hashing> {
  const costs = { memoryCost: limits.hash_memory, timeCost: limits.hash_passes, parallelism: 1 }
  // argon2id is the library's default; its enum cannot be named under isolatedModules.
  const make = (password: string) => hash(password, costs)
  /** A hash takes as long as a hundred statements, so it runs without a connection. */
  const timed = <T>(work: () => Promise<T>): Promise<T> =>
    apart(async () => {
      const since = performance.now()
      try {
        return await work()
      } finally {
        watch.took((performance.now() - since) / 1000)
      }
    })
  // Not shared with other instances: what it guards is the processor of this one.
  const { take } = buckets({ most: limits.hashes_per_visit_minute, seconds: MINUTE_SECONDS }, now)
  const waiting: Waiting[] = []
  const running = new Map<string, number>()
  const servedAt = new Map<string, number>()
  let places = 0
  let served = 0

  const leave = (one: Waiting): void => void waiting.splice(waiting.indexOf(one), 1)

  /**
   * The lower, the earlier: first the jobs of known browsers, then those of the network with the fewest running hashes, then of the network that
   * was served longest ago. The widest networks decide first, so that many narrow ones of one subscriber are one.
   */
  const rankOf = (one: Waiting): number[] => [
    one.isKnown ? 0 : 1,
    ...Array.from({ length: MOST_LEVELS }, (_, level) => networkAt(one, level)).flatMap((network) => [
      running.get(network) ?? 0,
      servedAt.get(network) ?? 0,
    ]),
  ]

  function next(): Waiting | undefined {
    const [best] = waiting
      .map((one) => ({ one, rank: rankOf(one) }))
      .toSorted((a, b) => a.rank.map((part, at) => part - (b.rank[at] ?? 0)).find((less) => less !== 0) ?? 0)
    if (best) leave(best.one)
    return best?.one
  }

  /** Makes room for a new job. A job of an unknown browser goes for one of a known browser; else the last job of the largest crowd. */
  function makeRoom(caller: Pick<Waiting, 'networks' | 'isKnown'>): boolean {
    if (waiting.length < limits.hashes_waiting) return true
    const unknown = waiting.filter((one) => !one.isKnown)
    const last = (caller.isKnown ? unknown : crowdOf(unknown, caller)).at(-1) ?? crowdOf(waiting, caller).at(-1)
    if (!last || (last.isKnown && !caller.isKnown)) return false
    leave(last)
    last.refuse()
    return true
  }

  const itsTurn = (caller: Pick<Waiting, 'networks' | 'isKnown'>) =>
    new Promise<void>((resolve, reject) => {
      const one: Waiting = {
        ...caller,
        begin: () => {
          clearTimeout(late)
          resolve()
        },
        refuse: () => {
          clearTimeout(late)
          watch.refused('full')
          reject(busy())
        },
      }
      const late = setTimeout(() => {
        leave(one)
        watch.refused('late')
        reject(busy())
      }, limits.hash_wait_ms)
      waiting.push(one)
    })

  async function inTurn<T>(work: () => Promise<T>, { networks, visit, isKnown = false }: HashingCaller): Promise<T> {
    const wait = take([{ key: visit, weight: 1 }])
    if (wait > 0) {
      watch.refused('visit')
      throw tooOften(wait)
    }
    if (places < limits.hashes_at_once) places += 1
    else if (makeRoom({ networks, isKnown })) await apart(() => itsTurn({ networks, isKnown }))
    else {
      watch.refused('full')
      throw busy()
    }
    served += 1
    for (const network of networks) {
      running.set(network, (running.get(network) ?? 0) + 1)
      servedAt.set(network, served)
    }
    try {
      return await work()
    } finally {
      for (const network of networks) {
        const left = (running.get(network) ?? 1) - 1
        if (left > 0) running.set(network, left)
        else running.delete(network)
      }
      // The slot passes directly to the next job, so that a new one cannot take it first.
      const following = next()
      if (following) following.begin()
      else {
        places -= 1
        // The queue is empty: the order starts again, so that the map does not grow.
        servedAt.clear()
      }
    }
  }

  const dummy = await make('nobody has this password')

  async function matches(password: string, password_hash: string, onUnreadable = () => {}): Promise<boolean> {
    try {
      const compare = readHash(password_hash)
      if (compare) return await compare(password)
    } catch {
      // The library cannot read what has the form of its hashes.
    }
    onUnreadable()
    await readHash(dummy)?.(password)
    return false
  }

  return {
    make: (password) => timed(() => make(password)),
    inTurn,
    matches: (...given) => timed(() => matches(...given)),
    queue: () => ({ running: places, waiting: waiting.length }),
    dummy,
    isOutdated: (password_hash) =>
      !password_hash.startsWith(`$argon2id$v=19$m=${costs.memoryCost},t=${costs.timeCost},p=${costs.parallelism}$`),
  }
}
