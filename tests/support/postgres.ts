// One PostgreSQL server for all test files in which several connections meet. It starts once per run and is deleted at the end.
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../scripts/postgres'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server's address. */
    postgres: string
  }
}

export default async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL
  if (given) return project.provide('postgres', given)
  const postgres = await startPostgres()
  project.provide('postgres', postgres.database_url)
  return postgres.close
}
