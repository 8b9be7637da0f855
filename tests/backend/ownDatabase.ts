// With TEST_DATABASE_URL the tests of the backend run on a PostgreSQL server, each start in a database of its own: there statements
// of several connections meet, as they never do in the embedded one.
import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** @returns the address of a new database, or null where the embedded one is meant */
export async function ownDatabase(): Promise<string | null> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return null
  const name = `backend_${randomBytes(6).toString('hex')}`
  const connection = new pg.Client({ connectionString: server })
  await connection.connect()
  await connection.query(`create database ${name}`)
  await connection.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
