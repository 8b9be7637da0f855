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

/** In milliseconds: how long a server may take to let in, and to answer one query. */
type Patience = { connect: number; query: number }
const PATIENCE: Patience = { connect: 5_000, query: 8_000 }

export type Database = {
  db: Kysely<Schema>
  /** All of it as one archive, from which another in-memory database starts fast. PGlite only. */
  dump: () => Promise<Blob>
  /** Gives the room of what was deleted to what comes next. To be asked for every few minutes; a server sees to it by itself. */
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

/** A connection that breaks, at rest or at work, is replaced and its query fails; without listeners it would end the process. */
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
  // Named, so that the settings of a server which pg reads from the environment say nothing here.
  const named = { user: 'postgres', database: 'postgres', ssl: false }
  const pool = poolOf({ max: 1, idleTimeoutMillis: 0, stream, ...named })
  return {
    db: kysely(pool),
    dump: () => pglite.dumpDataDir('gzip'),
    /** @note PGlite has none of the processes that do this on a server: tables and the log of changes would grow for ever. */
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

/** Opens the database and brings its tables up to date. @throws StartProblem, one line for whoever starts the sandbox */
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
