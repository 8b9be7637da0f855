// Contract, "Account", and security A12, A20, E10: pages of the account that stay open in several tabs of two browsers, while sessions end, passwords and phones
// change, and other members sign in. Each call is answered as its session, its member and its proofs allow, and shows nobody else.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROOF_METHODS } from '../../contract/signInMethods.ts'
import type { RunningBackend } from '../../backend/main.ts'
import { modelRuns } from './modelRuns.ts'
import { start } from './start.ts'
import { begin, openings, sequences } from './visitModel/account/commands.ts'
import { keepData } from './visitModel/data.ts'
import { createPeople, evilClient, type Person } from './visitModel/people.ts'
import { World } from './visitModel/world.ts'

/** The number of sequences that reach every end. */
const COMPLETE = 2000
const [RUNS, SEED] = modelRuns(COMPLETE, 46)
const MOST_COMMANDS = 8
const MANY = 1_000_000

/** What some of the sequences must have come to. */
const REFUSALS = ['NO_SESSION', 'ANOTHER_SESSION', 'PROOF_NEEDED']
const CHANGES = ['changed password', 'changed phone', 'undone', 'withdrawn', 'leaving', 'stays', 'reported']
const ENDED = ['ended a device', 'ended this device', 'ended all others', 'signed out', 'reset']
const REACHED = [...REFUSALS, ...CHANGES, ...ENDED, ...PROOF_METHODS.map((method) => `proved by ${method}`)]

let backend: RunningBackend
let people: Person[]
let restore: () => Promise<void>
const reached = new Map<string, number>()

beforeAll(async () => {
  const sends = { send_gap_seconds: 0, sends_per_hour: MANY, sends_per_day: MANY, sends_per_ip_hour: MANY }
  const guesses = { sends_per_country_hour: MANY, guesses_per_hour: MANY, code_hash_cost: 2, hash_memory: 8 }
  // The same few members sign in all the time. Beyond this limit, events are counted together and written in a later sequence.
  const events = { event_rows_per_hour: MANY }
  backend = await start({ clients: [evilClient], limits: { ...sends, ...guesses, ...events } })
  people = await createPeople(backend)
  restore = await keepData(backend.ctx.db)
})
afterAll(() => backend.close())

test(`${RUNS} random sequences with open pages of the account: each call is answered as its session allows`, async () => {
  await fc.assert(
    fc.asyncProperty(openings, sequences(MOST_COMMANDS), async (first, commands) => {
      await restore()
      const world = new World(backend, people, reached)
      try {
        await begin(world, first)
        await fc.asyncModelRun(() => ({ model: world, real: world }), commands)
      } catch (error) {
        if (error instanceof Error) error.message += `\nafter\n${world.log.join('\n')}`
        throw error
      } finally {
        await world.settle()
      }
    }),
    { numRuns: RUNS, seed: SEED },
  )
  // A model that refuses everything would find nothing. A run with a new seed may miss one rare end.
  const missed = REACHED.filter((what) => !reached.has(what))
  expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(RUNS < COMPLETE ? REACHED.length / 3 : 1)
}, 1_800_000)
