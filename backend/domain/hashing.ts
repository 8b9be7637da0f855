// Security A1, A2: password hashes with argon2id. A few run in parallel, a short queue waits, and the rest is refused as busy.
import { hash, verify } from '@node-rs/argon2'
import { buckets } from './buckets'
import { refuse } from './refusal'
import type { Limits } from '../settings'

export type Hashing = {
  make(password: string): Promise<string>
  /**
   * Runs one password check in the queue, in which networks take turns. Callers refuse first what they can refuse without a hash.
   * @throws Refused 429 if this visit has asked too often; 503 if the queue is full or has stalled
   */
  inTurn<T>(work: () => Promise<T>, caller: HashingCaller): Promise<T>
  matches(password: string, password_hash: string): Promise<boolean>
  /** The hash that a password for an unknown login ID is compared with, so that the answer takes as long as for a known one. */
  dummy: string
  /** Whether a hash was made with other cost parameters than the current ones. */
  isOutdated(password_hash: string): boolean
}

/** `visit`: the transaction that all proofs of the call belong to. */
export type HashingCaller = { network: string; visit: string }

type Waiting = { network: string; begin: () => void; refuse: () => void }

const RETRY_AFTER_SECONDS = 2
const MINUTE_SECONDS = 60

const tooOften = (seconds: number) =>
  refuse(429, 'TOO_MANY_REQUESTS', undefined, 'too many passwords in this visit', {
    headers: { 'Retry-After': String(seconds) },
  })
const busy = () =>
  refuse(503, 'BUSY', undefined, 'try again shortly', { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } })

export async function startHashing(limits: Limits, now: () => number = Date.now): Promise<Hashing> {
  const costs = { memoryCost: limits.hash_memory, timeCost: limits.hash_passes, parallelism: 1 }
  // argon2id is the library's default; its enum cannot be named under isolatedModules.
  const make = (password: string) => hash(password, costs)
  const takeOf = buckets({ most: limits.hashes_per_visit_minute, seconds: MINUTE_SECONDS }, now)
  const waiting: Waiting[] = []
  const running = new Map<string, number>()
  const servedAt = new Map<string, number>()
  let places = 0
  let served = 0

  const countOf = (network: string): number => waiting.filter((one) => one.network === network).length
  const leave = (one: Waiting): void => void waiting.splice(waiting.indexOf(one), 1)

  /** The next job: the first one of the network with the fewest running hashes; among equals, of the network that was served longest ago. */
  function next(): Waiting | undefined {
    const rank = ({ network }: Waiting) => [running.get(network) ?? 0, servedAt.get(network) ?? 0] as const
    const [best] = waiting.toSorted((one, other) => {
      const [a, b] = [rank(one), rank(other)]
      return a[0] - b[0] || a[1] - b[1]
    })
    if (best) leave(best)
    return best
  }

  /** Makes room for a new job: the network with the longest queue loses its last job, if it has two more than the new job's network. */
  function makeRoom(network: string): boolean {
    if (waiting.length < limits.hashes_waiting) return true
    const [last] = waiting.toReversed().toSorted((one, other) => countOf(other.network) - countOf(one.network))
    if (!last || countOf(last.network) <= countOf(network) + 1) return false
    leave(last)
    last.refuse()
    return true
  }

  const itsTurn = (network: string) =>
    new Promise<void>((resolve, reject) => {
      const one: Waiting = {
        network,
        begin: () => {
          clearTimeout(late)
          resolve()
        },
        refuse: () => {
          clearTimeout(late)
          reject(busy())
        },
      }
      const late = setTimeout(() => {
        leave(one)
        reject(busy())
      }, limits.hash_wait_ms)
      waiting.push(one)
    })

  async function inTurn<T>(work: () => Promise<T>, { network, visit }: HashingCaller): Promise<T> {
    const wait = takeOf(visit)
    if (wait > 0) throw tooOften(wait)
    if (places < limits.hashes_at_once) places += 1
    else if (makeRoom(network)) await itsTurn(network)
    else throw busy()
    running.set(network, (running.get(network) ?? 0) + 1)
    served += 1
    servedAt.set(network, served)
    try {
      return await work()
    } finally {
      const left = (running.get(network) ?? 1) - 1
      if (left > 0) running.set(network, left)
      else running.delete(network)
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

  return {
    make,
    inTurn,
    matches: (password, password_hash) => verify(password_hash, password),
    dummy: await make('nobody has this password'),
    isOutdated: (password_hash) =>
      !password_hash.startsWith(`$argon2id$v=19$m=${costs.memoryCost},t=${costs.timeCost},p=${costs.parallelism}$`),
  }
}
