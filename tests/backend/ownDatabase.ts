// Tests of the backend run on one PostgreSQL server, each start in a database of its own: there statements of several connections meet, as they
// never do in the embedded database. A copy of a database that has its tables already takes a twentieth of the time of migrating an empty one.
import { randomBytes } from 'node:crypto'
import pg from 'pg'

/**
 * The databases that others are copied from: with the tables alone; with the keys of an installation as well, because a pair of keys takes a third of a
 * second; with those of `openParts`, whose clock stands at `PARTS_BEGIN`; and with the members and services of the demonstration.
 */
export const TEMPLATES = ['tables', 'keys', 'parts', 'demo'] as const
export type Template = (typeof TEMPLATES)[number]

export const PARTS_BEGIN = Date.parse('2026-03-02T09:00:00Z')

/** Runs one statement in the server's first database. */
export async function onServer(server: string, statement: string): Promise<void> {
  const connection = new pg.Client({ connectionString: server })
  await connection.connect()
  try {
    await connection.query(statement)
  } finally {
    await connection.end()
  }
}

export const databaseAt = (server: string, name: string): string =>
  Object.assign(new URL(server), { pathname: `/${name}` }).href

/** The tests' server writes nothing through to a disk, so copying files takes half the time of logging their blocks. */
const AS_FILES = 'strategy file_copy'

async function create(from: string | undefined): Promise<string | null> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return null
  const name = `backend_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name}${from ? ` template ${from} ${AS_FILES}` : ''}`)
  return databaseAt(server, name)
}

/** @returns the address of a new database without tables, or null where the embedded one is meant */
export const emptyDatabase = (): Promise<string | null> => create(undefined)

/** @returns the address of a new copy of the template, or null where the embedded database is meant */
export const ownDatabase = (template: Template = 'tables'): Promise<string | null> => {
  const templates = process.env.TEST_DATABASE_TEMPLATES
  return create(templates && `${templates}_${template}`)
}

/** Deletes a database of `ownDatabase`, when nobody is connected to it any more. */
export async function dropDatabase(database_url: string): Promise<void> {
  const server = process.env.TEST_DATABASE_URL
  if (server) await onServer(server, `drop database if exists ${new URL(database_url).pathname.slice(1)} with (force)`)
}
