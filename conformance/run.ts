// Runs the rows of the kit against backends, one after another, and keeps what became of each.
import { Kit } from './kit.ts'
import { Blocked, type Exchange, Mismatch, reasonOf, Skipped } from './mismatch.ts'
import type { Chapter, Row } from './row.ts'
import { account, proofs } from './rows/account.ts'
import { accountChanges } from './rows/accountChanges.ts'
import { accountEnd, accountLists } from './rows/accountLife.ts'
import { accountPasskeys } from './rows/accountPasskeys.ts'
import { cookies, over, visits } from './rows/browsers.ts'
import { codes } from './rows/codes.ts'
import { cors } from './rows/cors.ts'
import { enumeration } from './rows/enumeration.ts'
import { entry, refusals, shapes } from './rows/entry.ts'
import { identify, join } from './rows/join.ts'
import { passkeys } from './rows/passkeys.ts'
import { steps } from './rows/steps.ts'
import type { Addresses, MembersFile } from './settings.ts'

/**
 * - `failed`: the backend does not do what the row says
 * - `blocked`: the row could not come to its question, because an earlier step failed
 * - `skipped`: the members file, or a backend without an additive part of the contract, has not what the row needs
 */
export type Outcome = 'passed' | 'failed' | 'blocked' | 'skipped'
export type Problem = { expected: string; got: string; exchange: Partial<Exchange> | null }
export type Result = { chapter: string; row: Row; outcome: Outcome; ms: number; problem?: Problem; why?: string }

/** Looks back at every exchange of a run, so it must be the last. */
const times: Chapter = {
  name: 'Response times',
  rows: [
    {
      id: 'times.answers',
      title: 'every answer comes within the time that the members file allows',
      screen: 'Pages that wait; after 10 s “No connection to the server”',
      async run({ exchanges, file }) {
        const [slowest] = exchanges.toSorted((one, other) => other.exchange.ms - one.exchange.ms)
        if (!slowest) throw new Skipped('no backend answered')
        if (slowest.exchange.ms > file.slow_ms)
          throw new Mismatch(`${file.slow_ms} ms`, `${slowest.exchange.ms} ms in ${slowest.name}`, slowest.exchange)
      },
    },
  ],
}

/** The chapters about the member's account, which a backend may not have. */
export const ACCOUNT_CHAPTERS: readonly Chapter[] = [
  account,
  accountLists,
  accountChanges,
  accountPasskeys,
  accountEnd,
  proofs,
]

export const CHAPTERS: readonly Chapter[] = [
  entry,
  shapes,
  refusals,
  cors,
  cookies,
  visits,
  steps,
  passkeys,
  codes,
  enumeration,
  over,
  ...ACCOUNT_CHAPTERS,
  join,
  identify,
  times,
]

async function tried(kit: Kit, row: Row): Promise<Pick<Result, 'outcome' | 'problem' | 'why'>> {
  kit.at(row.id)
  try {
    await row.run(kit)
    return { outcome: 'passed' }
  } catch (error) {
    if (error instanceof Skipped) return { outcome: 'skipped', why: error.message }
    if (error instanceof Blocked) return { outcome: 'blocked', problem: error.because }
    if (error instanceof Mismatch) return { outcome: 'failed', problem: error }
    // A hook of the members file failed, or the kit itself: nothing can be said about the backend.
    return {
      outcome: 'blocked',
      problem: { expected: 'the kit and the members file to work', got: reasonOf(error), exchange: null },
    }
  }
}

export async function runKit(
  addresses: Addresses,
  file: MembersFile,
  heard: (result: Result) => void = () => {},
  chapters = CHAPTERS,
): Promise<Result[]> {
  const kit = new Kit(addresses, file)
  const results: Result[] = []
  for (const { name, rows } of chapters)
    for (const row of rows) {
      const began = Date.now()
      const result = { chapter: name, row, ...(await tried(kit, row)), ms: Date.now() - began }
      results.push(result)
      heard(result)
    }
  return results
}
