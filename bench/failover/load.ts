// The load of the trial, and its ledger: what the backend has acknowledged must be there afterwards.
import { setTimeout as pause } from 'node:timers/promises'
import {
  askForCode,
  enterAccount,
  Failed,
  claimsOf,
  join,
  newNickname,
  signIn,
  type Who,
  type World,
} from './person.ts'

/** A failed call is tried again after this or after its Retry-After, in milliseconds. */
const AGAIN_MS = 500
/** A visitor looks around before the next call, so that two cores are not the limit. */
const BETWEEN_MS = 200

type Ledger = {
  /** When each sign-in ended, and whether it began later than a time. */
  signIns: { from: number; at: number }[]
  tokens: string[]
  joined: Who[]
  codes: (() => Promise<void>)[]
  /** Each one that was asked for, and how many of them until the last that was acknowledged. */
  nicknames: { tried: string[]; acknowledged: number }
  /** Failures that a member cannot do anything about: another status than 503, or one without Retry-After. */
  faults: string[]
}

export type Check = { what: string; acknowledged: number; lost: string[] }

const AT_ONCE = 4

const MOST_TRIES = 20

/** Fails if this is not as promised. A server that has no place now, or does not answer, is asked again. */
async function checked(check: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      await check()
      return
    } catch (error) {
      const isAnswered = !(error instanceof Failed) || (error.status !== 0 && error.retry_after === null)
      if (isAnswered || tries === MOST_TRIES) throw error
      await pause(1000)
    }
}

/** @returns why each of these that is not as promised is lost */
async function lostOf<T>(all: readonly T[], check: (one: T) => Promise<unknown>): Promise<string[]> {
  const lost: string[] = []
  const left = [...all]
  const checkNext = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) {
      const own = one
      await checked(() => check(own)).catch((error: unknown) => lost.push(String(error)))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, checkNext))
  return lost
}

export async function startLoad(world: World, members: readonly Who[], visitors: number) {
  const [first] = members
  if (!first) throw new Error('no member')
  const account = await enterAccount(world, first)
  const begun = await account.nickname()
  const ledger: Ledger = {
    signIns: [],
    tokens: [],
    joined: [...members],
    codes: [],
    nicknames: { tried: [begun], acknowledged: 1 },
    faults: [],
  }
  const over = new AbortController()
  async function repeat(work: () => Promise<void>): Promise<void> {
    while (!over.signal.aborted) {
      const wait = await work().then(
        () => BETWEEN_MS,
        (error: unknown) => {
          const { status = -1, retry_after = null } = error instanceof Failed ? error : {}
          if (status !== 503 || retry_after === null) ledger.faults.push(String(error))
          return retry_after === null ? AGAIN_MS : Number(retry_after) * 1000
        },
      )
      await pause(wait)
    }
  }
  let turn = 0
  const someone = () => members[(turn += 1) % members.length] ?? first
  const works: (() => Promise<void>)[] = [
    ...Array.from({ length: visitors }, () => async () => {
      const from = performance.now()
      ledger.tokens.push(await signIn(world, someone()))
      ledger.signIns.push({ from, at: performance.now() })
    }),
    async () => void ledger.joined.push(await join(world)),
    async () => {
      const { nicknames } = ledger
      const next = newNickname()
      const count = nicknames.tried.push(next)
      await account.rename(next)
      nicknames.acknowledged = count
    },
    async () => {
      ledger.codes.push(await askForCode(world))
      // A code that waits for its check holds nothing, and a code a second is enough of them.
      await pause(1000)
    },
  ]
  const working = Promise.all(works.map(repeat))

  return {
    ledger,
    /** Resolves when a sign-in has ended that began after this time. */
    async signedInSince(time: number): Promise<void> {
      while (!ledger.signIns.some(({ from }) => from > time)) await pause(50)
    },
    /** The longest time without the end of a sign-in from this moment on, in seconds. */
    longestPause(since: number): number {
      const ends = [since, ...ledger.signIns.map(({ at }) => at).filter((at) => at >= since)]
      const pauses = ends.slice(1).map((at, before) => at - (ends[before] ?? at))
      return Math.max(0, ...pauses) / 1000
    },
    /** Asks for everything that was acknowledged. Codes are entered, and asked for once. */
    async check(): Promise<Check[]> {
      const { tokens, joined, codes, nicknames } = ledger
      const count = async <T>(what: string, all: readonly T[], check: (one: T) => Promise<unknown>) => ({
        what,
        acknowledged: all.length,
        lost: await lostOf(all, check),
      })
      return [
        await count('tokens that the issuer knows', [...tokens], (token) => claimsOf(world, token)),
        await count('members who have joined and can sign in', [...joined], (who) => signIn(world, who)),
        await count('codes that can be entered', codes.splice(0), (enter) => enter()),
        await count('nickname', [nicknames.acknowledged - 1], async (from) => {
          const now = await account.nickname()
          if (nicknames.tried.indexOf(now) < from) throw new Error('an earlier nickname')
        }),
      ]
    },
    async stop(): Promise<void> {
      over.abort()
      await working
    },
  }
}
export type Load = Awaited<ReturnType<typeof startLoad>>
