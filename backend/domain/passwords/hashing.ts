// Security A1, A2: password hashes with argon2id. A few run in parallel, a short queue waits, and the rest is refused as busy.
import { hash } from '@node-rs/argon2'
import { apart } from '../../db/oneTransaction.ts'
import { traced } from '../../tracing/spans.ts'
import { buckets } from '../limits/buckets.ts'
import { type Queued, startQueue } from './hashingQueue.ts'
import { readHash } from './passwordHashes.ts'
import { refuse } from '../refusal.ts'
import type { Limits } from '../../settings/limits.ts'

export type Hashing = {
  make(password: string): Promise<string>
  /**
   * Runs one password check in the queue. Callers in known browsers come first; among equals, networks take turns. Callers refuse first what they can refuse without a hash.
   * @param hashed hashes and nothing else: it has one of the slots. What `prepare` has written is committed before
   * @param prepare asks the database once the check is certain to get a slot
   * @throws Refused 429 if this visit has asked too often; 503 if the queue is full or has stalled, before `prepare` has begun
   */
  inTurn<T, Prepared = void>(
    hashed: (prepared: Prepared) => Promise<T>,
    caller: HashingCaller,
    prepare?: () => Promise<Prepared>,
  ): Promise<T>
  /**
   * Also with the hash of another system (passwordHashes.ts).
   * @param onUnreadable called for a hash that nothing can compare. It counts as the hash of another password, and takes as long as `dummy`.
   */
  matches(password: string, password_hash: string, onUnreadable?: () => void): Promise<boolean>
  /** The hash that a password for an unknown login ID is compared with, so that the answer takes as long as for a known one. */
  dummy: string
  /** Whether a hash was made with another function, or with other cost parameters than the current ones. */
  isOutdated(password_hash: string): boolean
  /** The password checks that hash, and those that wait for that. */
  queue(): { running: number; waiting: number }
}

/** Why a password check got no turn: the queue was full, it waited too long, or its visit had asked too often. */
export const HASH_REFUSALS = ['full', 'late', 'visit'] as const
/** `took`: the seconds of one hash or comparison. */
export type HashWatch = { took(seconds: number): void; refused(reason: (typeof HASH_REFUSALS)[number]): void }
const UNWATCHED: HashWatch = { took: () => {}, refused: () => {} }

/**
 * `networks`: of the caller, the widest first (networks.ts). `visit`: the transaction that all proofs of the call belong to. `isKnown`: the
 * member has signed in before in this browser.
 */
type HashingCaller = { networks: readonly string[]; visit: string; isKnown?: boolean }

const MINUTE_SECONDS = 60

const tooOften = (seconds: number) =>
  refuse(429, 'TOO_MANY_REQUESTS', undefined, 'too many passwords in this visit', {
    headers: { 'Retry-After': String(seconds) },
  })

/** What the call has written so far is there for others, and it holds no connection. */
const committed = () => apart(() => Promise.resolve())

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
        return await traced('internal', 'password hash', {}, work)
      } finally {
        watch.took((performance.now() - since) / 1000)
      }
    })
  // Not shared with other instances: what it guards is the processor of this one.
  const { take } = buckets({ most: limits.hashes_per_visit_minute, seconds: MINUTE_SECONDS }, now)
  // Beside each check that hashes, another one may ask the database: it is ready when the slot is free.
  const most = { slots: limits.hashes_at_once, ahead: Math.min(limits.hashes_at_once, limits.hashes_waiting) }
  const queue = startQueue(limits.hashes_waiting - most.ahead, limits.hash_wait_ms, (reason) => watch.refused(reason))
  /** Those that are ready, and wait for a slot. Their attempts are counted, so none of them is refused. */
  const ready: (() => void)[] = []
  /** Checks that hash, or are ready to. */
  let running = 0
  let slots = 0

  /** Waits in the queue. @returns what ends the turn, once */
  async function takeTurn(caller: Queued): Promise<() => void> {
    if (running === most.slots + most.ahead) await committed()
    if (running < most.slots + most.ahead) running += 1
    else await queue.wait(caller)
    queue.begin(caller)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      queue.end(caller)
      // The turn passes directly to the next check, so that a new one cannot take it first.
      if (!queue.beginNext()) running -= 1
    }
  }

  async function inSlot<T>(work: () => Promise<T>): Promise<T> {
    if (slots < most.slots) slots += 1
    else await new Promise<void>((resolve) => void ready.push(resolve))
    try {
      return await work()
    } finally {
      const next = ready.shift()
      if (next) next()
      else slots -= 1
    }
  }

  async function inTurn<T, Prepared>(
    hashed: (prepared: Prepared) => Promise<T>,
    { networks, visit, isKnown = false }: HashingCaller,
    prepare?: () => Promise<Prepared>,
  ): Promise<T> {
    const wait = take([{ key: visit, weight: 1 }])
    if (wait > 0) {
      watch.refused('visit')
      throw tooOften(wait)
    }
    const leave = await takeTurn({ networks, isKnown })
    // A database that does not answer keeps its own callers waiting, and nobody else.
    const slow = setTimeout(leave, limits.hash_wait_ms)
    try {
      const prepared = (await prepare?.()) as Prepared
      await committed()
      clearTimeout(slow)
      return await inSlot(() => hashed(prepared))
    } finally {
      clearTimeout(slow)
      leave()
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
    queue: () => ({ running: slots, waiting: queue.length() + ready.length }),
    dummy,
    isOutdated: (password_hash) =>
      !password_hash.startsWith(`$argon2id$v=19$m=${costs.memoryCost},t=${costs.timeCost},p=${costs.parallelism}$`),
  }
}
