// One real backend for all page tests: started once, on the PostgreSQL server of the run, on a free port.
// Each test begins its own visit with a fresh copy of a member.
import type { TestProject } from 'vitest/node'
import { databaseAt, onServer } from '../backend/ownDatabase.ts'
import { start } from '../backend/start.ts'
import { serverOfRun } from './postgres.ts'
import { sharedByProjects } from './sharedByProjects.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    backend: { url: string; modulus: string; exponent: string }
  }
}

const MANY = 100_000
/** Longer than any test, so that the server does not close a connection that a slow test uses again. */
const ALWAYS_MS = 3_600_000

async function open() {
  const { shared: server, leave } = await serverOfRun()
  const name = `pages_${process.pid}`
  await onServer(server.url, `create database ${name} template ${server.templates}_demo`)
  const backend = await start({
    database_url: databaseAt(server.url, name),
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
  const close = async () => {
    await backend.close()
    await onServer(server.url, `drop database ${name} with (force)`)
    await leave()
  }
  return { backend, close }
}

const backendOfRun = sharedByProjects('backend of the pages', open)

export default async function setup(project: TestProject) {
  const { shared, leave } = await backendOfRun()
  const { modulus, exponent } = shared.backend.ctx.keys.sealing
  project.provide('backend', { url: shared.backend.url, modulus, exponent })
  return leave
}
