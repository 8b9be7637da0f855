// One PostgreSQL server for all test files in which several connections meet. It starts once per run and is deleted at the end.
import type { TestProject } from 'vitest/node'
import { findPostgres, startPostgres } from '../../scripts/postgres'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server's address. Null without a PostgreSQL on this machine: the files then run on the embedded database. */
    postgres: string | null
  }
}

export default async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL
  const programs = given ? null : findPostgres()
  const postgres = programs === null ? null : await startPostgres(programs)
  project.provide('postgres', given || (postgres?.database_url ?? null))
  return () => postgres?.close()
}
