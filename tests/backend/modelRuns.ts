// How many random sequences a model plays, and which.
import { isComplete } from '../support/someOf.ts'

/**
 * `npm test` plays the same `byDay` sequences each time, so that a red run means a fault of the change. `npm run test:all` plays `complete`
 * sequences of a new seed. `MODEL_RUNS` and `MODEL_SEED` override both.
 *
 * @returns the number of sequences, and the seed
 */
export function modelRuns(complete: number, byDay: number): [runs: number, seed: number] {
  const runs = Number(process.env.MODEL_RUNS ?? (isComplete ? complete : byDay))
  const seed = Number(process.env.MODEL_SEED ?? (isComplete ? Date.now() % 1_000_000_000 : 20261125))
  console.info(`${runs} random sequences, MODEL_SEED=${seed}`)
  return [runs, seed]
}
