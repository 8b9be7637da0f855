// One real backend for all page tests: started once, in memory, on a free port.
// Each test begins its own visit with a fresh copy of a member.
import type { TestProject } from 'vitest/node'
import { start } from '../backend/start.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    backend: { url: string; modulus: string; exponent: string }
  }
}

const MANY = 100_000
/** Longer than any test, so that the server does not close a connection that a slow test uses again. */
const ALWAYS_MS = 3_600_000

export default async function setup(project: TestProject) {
  const backend = await start({
    timeouts: { idle: ALWAYS_MS, keepAlive: ALWAYS_MS },
    limits: {
      hash_memory: 1024,
      hash_passes: 1,
      send_gap_seconds: 0,
      sends_per_hour: MANY,
      password_sets_per_minute: MANY,
      codes_per_minute: MANY,
      hashes_per_visit_minute: MANY,
      sends_per_day: MANY,
      sends_per_ip_hour: MANY,
      sends_per_country_hour: MANY,
    },
  })
  const { modulus, exponent } = backend.ctx.keys.sealing
  project.provide('backend', { url: backend.url, modulus, exponent })
  return () => backend.close()
}
