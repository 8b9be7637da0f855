// Security A12, A20, A21, B3: several tabs, members and services, one of them hostile, in any order. No session, code, consent, letter,
// claim, counter or message ever belongs to somebody else.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningBackend } from '../../backend/main.ts'
import { modelRuns } from './modelRuns.ts'
import { start } from './start.ts'
import { begin, heads, sequences } from './visitModel/commands.ts'
import { keepData } from './visitModel/data.ts'
import { createPeople, evilClient, type Person } from './visitModel/people.ts'
import { World } from './visitModel/world.ts'

/** The number of sequences that reach every end. */
const COMPLETE = 2000
const [RUNS, SEED] = modelRuns(COMPLETE, 70)
const MOST_COMMANDS = 8
const MANY = 1_000_000

/** What some of the sequences must have come to. */
const STEPS = ['RECOMMENDED_CHANGE_PWD', 'REQUIRED_CHANGE_PWD', 'ADD_TERMS_AGREEMENT', 'CONSENT_RELYING_PARTY']
const MORE_STEPS = ['SERVICE_ADD_INFO', 'AUTH_REQUIRED', 'ADMIN_CERTIFICATION_CHECK']
const ENDS = [
  'location',
  'claims',
  'session page',
  'chosen account',
  'joined',
  'letter',
  'found id',
  'reset',
  'delayed reset',
  'signed in by a reset',
  'signed out',
  'passkey',
]
const REACHED = [...ENDS, ...[...STEPS, ...MORE_STEPS].map((step) => `done ${step}`)]

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

test(`${RUNS} random sequences in several tabs: nothing ever belongs to somebody else`, async () => {
  await fc.assert(
    fc.asyncProperty(heads, sequences(MOST_COMMANDS), async (first, commands) => {
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
  // A model that refuses everything would find nothing. The rarest ends come up once in hundreds of sequences.
  const missed = REACHED.filter((what) => !reached.has(what))
  expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(RUNS < COMPLETE ? REACHED.length / 3 : 0)
}, 1_800_000)
