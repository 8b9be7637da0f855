// The database: PGlite in a folder by default, in memory for tests, a PostgreSQL server when one is named. One dialect for all.
import { join } from 'node:path'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import { answerBackups } from '../backups/embedded.ts'
import { StartProblem } from '../startProblem.ts'
import { openPglite } from './embeddedPglite.ts'
import { takeFolder } from './lockFile.ts'
import { linesOf, migrate, schemaState, type MigrateOptions } from './migrate.ts'
import { poolTogether } from './oneTransaction.ts'
import { PgliteSocket } from './pgliteSocket.ts'
import { poolOf } from './pgPool.ts'
import { connectionsIn, poolFor, type Connections } from './pool.ts'
import { grantServing, mayChangeTables, roleOf } from './roles.ts'
import type { Schema } from './schema.ts'
import { roleIn, serversOf } from './servers.ts'
import { readsOn, readsOnPrimary, type OldReads, type Told } from './standby.ts'
import { codeOf, DatabaseUnavailable } from './unavailable.ts'

export type Place =
  | { at: 'memory'; dump?: Blob | undefined }
  | { at: 'folder'; folder: string }
  /**
   * `migration_url`: the role that owns the tables, if it is not the role that serves. `migrates: false`: the tables are never changed
   * at the start, but by `npm run migrate` alone.
   */
  | {
      at: 'server'
      database_url: string
      migration_url?: string | undefined
      standby_url?: string | undefined
      migrates?: boolean | undefined
      pool?: PoolSettings | undefined
    }

/**
 * Connections of one process to the server, and whether it prepares its queries: a pooler in transaction mode may not keep those. How long a connection and a
 * query may take, in milliseconds.
 */
export type PoolSettings = { connections?: number; prepares?: boolean; connect_ms?: number; query_ms?: number }
const DEFAULT_POOL = {
  connections: 10,
  prepares: true,
  connect_ms: 5_000,
  query_ms: 8_000,
} as const satisfies PoolSettings
/** The primary answers a read whose standby gives no connection within this time. */
const STANDBY_MS = 1_000

export type Database = {
  db: Kysely<Schema>
  /** Reads that may be seconds old, on the standby if the place has one. Call it once. */
  oldReads: (told: Told) => OldReads
  /** A line for the log about the database's settings, or null. */
  warning: string | null
  /** The whole database as one archive, from which another in-memory database starts fast. PGlite only. */
  dump: () => Promise<Blob>
  /** Frees the space of deleted rows. The caller runs it every few minutes; a PostgreSQL server does it by itself. */
  tidy: () => Promise<void>
  connections: () => Connections
  close: () => Promise<void>
}

/** The folder of the embedded database. */
export const dataFolder = (data_dir: string): string => join(data_dir, 'backend')

const kysely = (pool: PostgresPool) =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool: poolTogether(pool) }) })

/** Why a database cannot be reached, in a word. */
function reasonOf(error: unknown): string {
  if (error instanceof DatabaseUnavailable) return error.isReadOnly ? 'no server takes writes' : reasonOf(error.cause)
  // The client library has no code for this.
  const lacksPassword = error instanceof Error && /password must be a (non-empty )?string/i.test(error.message)
  return codeOf(error) || (lacksPassword ? 'no password' : 'no answer')
}

async function fromServer(
  setting: string,
  database_url: string,
  { standby_url, ...settings }: PoolSettings & { standby_url?: string | undefined } = {},
): Promise<Database> {
  const { connections, prepares, connect_ms, query_ms } = { ...DEFAULT_POOL, ...settings }
  const limits = { max: connections, connectionTimeoutMillis: connect_ms, query_timeout: query_ms }
  const servers = serversOf(database_url).map((connectionString) => poolOf({ connectionString, ...limits }))
  const pool = poolFor(servers, { prepares })
  const standby = standby_url
    ? poolOf({ connectionString: standby_url, ...limits, connectionTimeoutMillis: STANDBY_MS })
    : null
  try {
    const connection = await pool.connect()
    // A connection that is not given back would keep the pool from ending.
    await connection.query('select 1', []).finally(() => connection.release())
  } catch (error) {
    await pool.end()
    throw new StartProblem(`the database of ${setting} cannot be reached (${reasonOf(error)})`)
  }
  const db = kysely(pool)
  return {
    db,
    oldReads: (told) => (standby ? readsOn(standby, db, { prepares, ...told }) : readsOnPrimary(db, told)),
    warning: null,
    dump: () => Promise.reject(new Error('only the embedded database can be dumped')),
    tidy: () => Promise.resolve(),
    connections: () => connectionsIn(servers),
    async close() {
      await Promise.all([pool.end(), standby?.end()])
    },
  }
}

/** PGlite is one connection: queries and transactions wait for it in the pool, as they would for a server's. */
async function embedded(where: Parameters<typeof openPglite>[0]): Promise<Database> {
  const pglite = await openPglite(where)
  const stream = () => new PgliteSocket(pglite)
  // Explicit values, so that pg does not read a server's settings from the environment.
  const named = { user: 'postgres', database: 'postgres', ssl: false }
  const pool = poolOf({ max: 1, idleTimeoutMillis: 0, stream, ...named })
  const db = kysely(poolFor([pool], DEFAULT_POOL))
  return {
    db,
    oldReads: (told) => readsOnPrimary(db, told),
    warning: null,
    dump: () => pglite.current().dumpDataDir('gzip'),
    /** NOTE: PGlite lacks the background processes of a server. Without this, tables and the write-ahead log would grow for ever. */
    async tidy() {
      await pool.query('vacuum')
      await pool.query('checkpoint')
    },
    connections: () => connectionsIn([pool]),
    async close() {
      await pool.end()
      await pglite.close()
    },
  }
}

/** Opens the database with tables that this release can use. @throws StartProblem with one line for the person who starts the backend */
export async function openDatabase(place: Place): Promise<Database> {
  const opened = await open(place)
  try {
    const { missing, tooNew } = await schemaState(opened.db)
    if (tooNew.length > 0)
      throw new StartProblem(`the tables belong to a later release (${tooNew.join(', ')}): start that release`)
    if (place.at === 'server') return { ...opened, warning: await fit(opened, place, missing) }
    await migrate(opened.db, { contract: true })
    return opened
  } catch (error) {
    await opened.close()
    if (error instanceof StartProblem) throw error
    throw new StartProblem(
      `the tables cannot be brought up to date: ${error instanceof Error ? error.message : 'unknown'}`,
    )
  }
}

/** A few of these names. An empty database lacks every migration there is. */
const named = (names: readonly string[]): string =>
  names.length > 5 ? `${names.length} migrations, from ${names[0]} on` : names.join(', ')

/** @returns a warning for the log, or null */
async function fit(serving: Database, place: Place & { at: 'server' }, missing: string[]): Promise<string | null> {
  const { migration_url, migrates = true } = place
  if (!migrates && missing.length > 0) throw new StartProblem(`the tables lack ${named(missing)}: npm run migrate`)
  // Each start sets the rights of the serving role.
  if (migrates && (missing.length > 0 || migration_url)) await migrateServer(place)
  return mayMigrate(serving, place)
}

type Addresses = Pick<Place & { at: 'server' }, 'database_url' | 'migration_url'>

/** Connects as the role that owns the tables. */
const asOwner = ({ database_url, migration_url }: Addresses, pool: PoolSettings = {}): Promise<Database> =>
  migration_url
    ? fromServer('DATABASE_MIGRATION_URL', migration_url, pool)
    : fromServer('DATABASE_URL', database_url, pool)

/** SQLSTATE of a right that the role does not have. */
const MAY_NOT = '42501'

/**
 * Brings the tables of a server up to date, and gives the role that serves its rights.
 * @returns the names of the migrations that it ran
 * @throws StartProblem with one line for the person who starts it
 */
export async function migrateServer(
  { database_url, migration_url, pool }: Addresses & { pool?: PoolSettings | undefined },
  options: MigrateOptions = {},
): Promise<string[]> {
  // A migration takes as long as it takes.
  const owner = await asOwner({ database_url, migration_url }, { ...pool, query_ms: 0 })
  try {
    const done = await migrate(owner.db, options)
    const role = roleIn(database_url)
    if (role !== '' && role !== (await roleOf(owner.db))) await grantServing(owner.db, role)
    return done
  } catch (error) {
    if (codeOf(error) !== MAY_NOT) throw error
    const why = error instanceof Error ? error.message : ''
    throw new StartProblem(
      `the role ${roleIn(migration_url ?? database_url)} may not change the tables (${why}): DATABASE_MIGRATION_URL names their owner (docs/operators.md, "Two database roles")`,
    )
  } finally {
    await owner.close()
  }
}

/** What `migrateServer` would run now, and what it leaves for a contract: a line each. */
export async function planOf(addresses: Addresses): Promise<{ now: string[]; contracts: string[] }> {
  const owner = await asOwner(addresses)
  try {
    const { missing, contracts } = await schemaState(owner.db)
    return { now: linesOf(missing), contracts: linesOf(contracts) }
  } finally {
    await owner.close()
  }
}

/** A warning if the role that serves can change tables. */
async function mayMigrate(serving: Database, { migration_url }: Place & { at: 'server' }): Promise<string | null> {
  if (!(await mayChangeTables(serving.db))) return null
  return migration_url
    ? 'the role of DATABASE_URL can change tables: docs/operators.md, "Two database roles"'
    : 'the role of DATABASE_URL migrates as well: set DATABASE_MIGRATION_URL'
}

async function open(place: Place): Promise<Database> {
  if (place.at === 'server')
    return fromServer('DATABASE_URL', place.database_url, { ...place.pool, standby_url: place.standby_url })
  if (place.at === 'memory') return embedded({ dump: place.dump })
  const release = takeFolder(place.folder)
  try {
    const database = await embedded({ folder: join(place.folder, 'postgres') })
    const stop = answerBackups(place.folder, database.dump)
    return {
      ...database,
      async close() {
        stop()
        await database.close()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}
