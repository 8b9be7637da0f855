// One PostgreSQL server for all tests of the backend. It starts once per run, gets the databases that the tests copy, and is deleted at the end.
import type { TestProject } from 'vitest/node'
import { migrateServer, openDatabase } from '../../backend/db/database.ts'
import { loadKeys } from '../../backend/db/keys.ts'
import { startPostgres } from '../../scripts/postgres.ts'
import { databaseAt, onServer, PARTS_BEGIN, TEMPLATES, type Template } from '../backend/ownDatabase.ts'
import { start } from '../backend/start.ts'
import { sharedByProjects } from './sharedByProjects.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server's address, and how the names of its templates begin. Undefined on the embedded database. */
    postgres: { url: string; templates: string } | undefined
  }
}

type Server = { url: string; templates: string; close: () => Promise<void> }

async function open(): Promise<Server> {
  const given = process.env.TEST_DATABASE_URL
  const { database_url: url, close } = given ? { database_url: given, close: async () => {} } : await startPostgres()
  const templates = `template_${process.pid}`
  const make = async (template: Template, from?: Template): Promise<string> => {
    await onServer(url, `create database ${templates}_${template}${from ? ` template ${templates}_${from}` : ''}`)
    return databaseAt(url, `${templates}_${template}`)
  }
  const makeKeys = async (template: Template, now: Date) => {
    const database = await openDatabase({ at: 'server', database_url: await make(template, 'tables') })
    await loadKeys(database.db, now)
    await database.close()
  }
  await migrateServer({ database_url: await make('tables') }, { contract: true })
  await makeKeys('keys', new Date())
  await makeKeys('parts', new Date(PARTS_BEGIN))
  await (await start({ database_url: await make('demo', 'keys') })).close()
  return {
    url,
    templates,
    async close() {
      for (const template of TEMPLATES) await onServer(url, `drop database ${templates}_${template}`)
      await close()
    },
  }
}

/** The server of this run, for one more project. */
export const serverOfRun = sharedByProjects('postgres', open)

export default async function setup(project: TestProject) {
  if (process.env.TEST_EMBEDDED === 'true') return project.provide('postgres', undefined)
  const { shared, leave } = await serverOfRun()
  project.provide('postgres', { url: shared.url, templates: shared.templates })
  return leave
}
