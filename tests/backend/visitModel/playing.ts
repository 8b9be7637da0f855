// How random sequences are played against a backend: how many, which, and what they must have come to.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningBackend } from '../../../backend/main.ts'
import { modelRuns } from '../modelRuns.ts'
import { start } from '../start.ts'
import { keepData } from './data.ts'
import { createPeople, evilClient, type Person } from './people.ts'
import { World } from './world.ts'

/** The number of sequences that reach every end. */
const COMPLETE = 2000
const MOST_COMMANDS = 8
const MANY = 1_000_000

type Model<First> = {
  /** The number of sequences of `npm test`. */
  byDay: number
  openings: fc.Arbitrary<First>
  begin: (world: World, first: First) => Promise<void>
  sequences: (most: number) => fc.Arbitrary<Iterable<fc.AsyncCommand<World, World>>>
  /** What some of the sequences must have come to: a model that refuses everything would find nothing. */
  ends: readonly string[]
  /** How many of the ends 2,000 sequences may miss, because they come up once in hundreds. */
  mayMiss: number
}

export function playsSequences<First>(title: string, model: Model<First>): void {
  const { byDay, openings, begin, sequences, ends, mayMiss } = model
  const [runs, seed] = modelRuns(COMPLETE, byDay)
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

  test(`${runs} random sequences ${title}`, async () => {
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
      { numRuns: runs, seed },
    )
    const missed = ends.filter((what) => !reached.has(what))
    expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(runs < COMPLETE ? ends.length / 3 : mayMiss)
  }, 1_800_000)
}
