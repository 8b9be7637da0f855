// The database: PGlite in a folder by default, in memory for tests, a PostgreSQL server when one is named. One dialect for all.
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, Migrator, PostgresDialect } from 'kysely'
import pg from 'pg'
import { StartProblem } from '../startProblem'
import { takeFolder } from './lockFile'
import { migrations } from './migrations'
import { PgliteSocket } from './pgliteSocket'
import { preparing } from './pool'
import type { Schema } from './schema'

export type Place =
  | { at: 'memory'; dump?: Blob | undefined }
  | { at: 'folder'; folder: string }
  | { at: 'server'; database_url: string; patience?: Patience }

/** Timeouts in milliseconds for a connection to the server and for one query. */
type Patience = { connect: number; query: number }
const PATIENCE: Patience = { connect: 5_000, query: 8_000 }

export type Database = {
  db: Kysely<Schema>
  /** The whole database as one archive, from which another in-memory database starts fast. PGlite only. */
  dump: () => Promise<Blob>
  /** Frees the space of deleted rows. The caller runs it every few minutes; a PostgreSQL server does it by itself. */
  tidy: () => Promise<void>
  close: () => Promise<void>
}

const INT8_OID = 20
const DATE_OID = 1082

// pg gives int8 as text and a day as a moment in the local zone.
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (oid === INT8_OID) return Number
  if (oid === DATE_OID) return (text: string) => text
  return pg.types.getTypeParser(oid, format)
}

/** A broken connection is replaced, and its query fails. Without this listener, the error would end the process. */
function poolOf(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, types: { getTypeParser } })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const kysely = (pool: pg.Pool) => new Kysely<Schema>({ dialect: new PostgresDialect({ pool: preparing(pool) }) })

async function fromServer(database_url: string, { connect, query }: Patience): Promise<Database> {
  const pool = poolOf({
    connectionString: database_url,
    max: 10,
    connectionTimeoutMillis: connect,
    query_timeout: query,
  })
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
    throw new StartProblem(`the database of DATABASE_URL cannot be reached (${why})`)
  }
  return {
    db: kysely(pool),
    dump: () => Promise.reject(new Error('only the embedded database can be dumped')),
    tidy: () => Promise.resolve(),
    close: () => pool.end(),
  }
}

/** PGlite is one connection: queries and transactions wait for it in the pool, as they would for a server's. */
async function embedded(dataDir: string | undefined, loadDataDir: Blob | undefined): Promise<Database> {
  const pglite = await PGlite.create({ ...(dataDir && { dataDir }), ...(loadDataDir && { loadDataDir }) })
  const stream = () => new PgliteSocket(pglite)
  // Explicit values, so that pg does not read a server's settings from the environment.
  const named = { user: 'postgres', database: 'postgres', ssl: false }
  const pool = poolOf({ max: 1, idleTimeoutMillis: 0, stream, ...named })
  return {
    db: kysely(pool),
    dump: () => pglite.dumpDataDir('gzip'),
    /** NOTE: PGlite lacks the background processes of a server. Without this, tables and the write-ahead log would grow for ever. */
    async tidy() {
      await pool.query('vacuum')
      await pool.query('checkpoint')
    },
    async close() {
      await pool.end()
      await pglite.close()
    },
  }
}

/** Opens the database and runs the migrations. @throws StartProblem with one line for the person who starts the sandbox */
export async function openDatabase(place: Place): Promise<Database> {
  const opened = await open(place)
  const { error } = await new Migrator({
    db: opened.db,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest()
  if (error === undefined) return opened
  await opened.close()
  throw new StartProblem(
    `the tables cannot be brought up to date: ${error instanceof Error ? error.message : 'unknown'}`,
  )
}

async function open(place: Place): Promise<Database> {
  if (place.at === 'server') return fromServer(place.database_url, place.patience ?? PATIENCE)
  if (place.at === 'memory') return embedded(undefined, place.dump)
  const release = takeFolder(place.folder)
  try {
    const database = await embedded(join(place.folder, 'postgres'), undefined)
    return {
      ...database,
      async close() {
        await database.close()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}
