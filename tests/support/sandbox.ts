// One real sandbox for all tests that render: started once in the process that runs them, in memory, on a free port.
// Tests do not meet in it: each begins its own visit, with a fresh copy of a member.
import type { TestProject } from 'vitest/node'
import { start } from '../sandbox/start'

declare module 'vitest' {
  export interface ProvidedContext {
    sandbox: { url: string; modulus: string; exponent: string }
  }
}

const MANY = 100_000
/** Longer than any test: a connection is not closed just when a loaded machine uses it once more. */
const ALWAYS_MS = 3_600_000

export default async function setup(project: TestProject) {
  const sandbox = await start({
    patience: { idle: ALWAYS_MS, kept: ALWAYS_MS },
    limits: {
      hash_memory: 1024,
      hash_passes: 1,
      send_gap_seconds: 0,
      sends_per_hour: MANY,
      password_sets_per_minute: MANY,
      sends_per_day: MANY,
      sends_per_ip_hour: MANY,
      sends_per_country_hour: MANY,
    },
  })
  const { modulus, exponent } = sandbox.ctx.keys.sealing
  project.provide('sandbox', { url: sandbox.url, modulus, exponent })
  return () => sandbox.close()
}
