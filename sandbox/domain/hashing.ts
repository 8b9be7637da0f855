// Security A1, A2, password hashes: argon2id, a few at once, a short queue, then "busy".
import { hash, verify } from '@node-rs/argon2'
import { refuse } from './refusal'
import type { Limits } from '../settings'

export type Hashing = {
  make(password: string): Promise<string>
  /** Runs one password check in the queue. @throws Refused 503 when the queue is full, or does not move */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  matches(password: string, password_hash: string): Promise<boolean>
  /** A hash of no one's password: what an unknown id is compared with, so that it takes as long. */
  dummy: string
  /** Whether a hash was made with other costs than today's. */
  isOutdated(password_hash: string): boolean
}

const RETRY_AFTER_SECONDS = 2
const busy = () =>
  refuse(503, 'BUSY', undefined, 'try again shortly', { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } })

export async function startHashing(limits: Limits): Promise<Hashing> {
  const costs = { memoryCost: limits.hash_memory, timeCost: limits.hash_passes, parallelism: 1 }
  // argon2id is the library's default; its enum cannot be named under isolatedModules.
  const make = (password: string) => hash(password, costs)
  const waiting: (() => void)[] = []
  let running = 0

  const itsTurn = () =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(late)
        resolve()
      }
      const late = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(busy())
      }, limits.hash_wait_ms)
      waiting.push(begin)
    })

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < limits.hashes_at_once) running += 1
    else if (waiting.length >= limits.hashes_waiting) throw busy()
    else await itsTurn()
    try {
      return await work()
    } finally {
      // The place goes straight to the next in line, so that a newcomer cannot slip in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
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
