// Brings the tables up to date while members sign in, and says which state they are in.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { migrations as ALL } from './migrations/index.ts'
import type { Migration } from './migrations/migration.ts'
import type { Schema } from './schema.ts'
import { codeOf } from './unavailable.ts'

type Named = Readonly<Record<string, Migration>>

const lineOf = (name: string, { kind, locks }: Migration): string => `${name}: ${kind}, locks ${locks}`

/** What an operator reads about these migrations before they run: a line each. */
export const linesOf = (names: readonly string[], migrations: Named = ALL): string[] =>
  Object.entries(migrations).flatMap(([name, migration]) => (names.includes(name) ? [lineOf(name, migration)] : []))

/** Statements of other connections wait behind a lock that a migration waits for, so it waits for a second at most and tries again. */
const LOCK_TIMEOUT_MS = 1000
const TRIES = 120
const PAUSE_MS = 500
/** SQLSTATE of a lock that was not given in time, and of a deadlock. */
const WAS_BUSY: ReadonlySet<string> = new Set(['55P03', '40P01'])

const isContract = (name: string): boolean => name.endsWith('_contract')

/** What is recorded in the database. The second table is that of Kysely's migrator, which earlier releases used. */
async function recorded(db: Kysely<Schema>): Promise<Set<string>> {
  const names = new Set<string>()
  for (const table of ['schema_migrations', 'kysely_migration']) {
    const { rows: found } = await sql<{ is: boolean }>`
      select to_regclass(${table}) is not null and has_table_privilege(to_regclass(${table}), 'select') as is`.execute(
      db,
    )
    if (!found[0]?.is) continue
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(db)
    for (const { name } of rows) names.add(name)
  }
  return names
}

type SchemaState = {
  /** Migrations that this release needs before it can serve. */
  missing: string[]
  /** Migrations that wait until no instance of the release before runs any more. */
  contracts: string[]
  /** Migrations of a later release that removed something: this release cannot serve. */
  tooNew: string[]
}

/** Contracts that come after every other migration: those of this release. */
function lastContracts(names: readonly string[]): Set<string> {
  const last = names.findLastIndex((name) => !isContract(name))
  return new Set(names.slice(last + 1))
}

export async function schemaState(db: Kysely<Schema>, migrations: Named = ALL): Promise<SchemaState> {
  const names = Object.keys(migrations)
  const done = await recorded(db)
  const pending = names.filter((name) => !done.has(name))
  const later = lastContracts(names)
  // An empty database has no earlier release.
  const waits = (name: string) => done.size > 0 && later.has(name)
  return {
    missing: pending.filter((name) => !waits(name)),
    contracts: pending.filter(waits),
    tooNew: [...done].filter((name) => isContract(name) && !(name in migrations)),
  }
}

/** Repeats work that a lock stands in the way of. Each try is undone as a whole. */
async function whenFree(note: (line: string) => void, name: string, work: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work()
    } catch (error) {
      if (!WAS_BUSY.has(codeOf(error)) || tried >= TRIES) throw error
      if (tried === 1) note(`${name}: waits for a lock`)
      await sleep(PAUSE_MS)
    }
  }
}

const TURN = sql`hashtextextended('daemun migrations', 0)`

/** NOTE: asks again instead of waiting in the database: a statement that waits keeps an index from being built concurrently. */
async function takeTurn(db: Kysely<Schema>, note: (line: string) => void): Promise<void> {
  for (let asked = 1; ; asked += 1) {
    const { rows } = await sql<{ is: boolean }>`select pg_try_advisory_lock(${TURN}) as is`.execute(db)
    if (rows[0]?.is) return
    if (asked === 1) note('another process migrates: waiting for it')
    await sleep(PAUSE_MS)
  }
}

const record = (name: string) => sql`insert into schema_migrations (name) values (${name}) on conflict do nothing`

async function run(db: Kysely<Schema>, name: string, { kind, up }: Migration, note: (line: string) => void) {
  if (kind === 'online') {
    await up(db)
    await record(name).execute(db)
    return
  }
  await whenFree(note, name, () =>
    db.transaction().execute(async (trx) => {
      await sql`select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`.execute(trx)
      await up(trx)
      await record(name).execute(trx)
    }),
  )
}

export type MigrateOptions = {
  migrations?: Named
  /** Also the contracts of this release. */
  contract?: boolean
  /** Receives a line for each step. */
  note?: (line: string) => void
}

/**
 * Runs what is pending, one process at a time. A process that comes meanwhile waits, and then finds nothing to do.
 * @param db of the role that owns the tables, directly to the server: a pooler in transaction mode would lose the lock
 * @returns the names of the migrations that it ran
 */
export async function migrate(
  db: Kysely<Schema>,
  { migrations = ALL, contract = false, note = () => {} }: MigrateOptions = {},
): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await takeTurn(connection, note)
    try {
      await sql`create table if not exists schema_migrations (
        name text primary key, at timestamptz not null default now())`.execute(connection)
      for (const name of await recorded(connection)) await record(name).execute(connection)
      const { missing, contracts } = await schemaState(connection, migrations)
      const wanted = new Set([...missing, ...(contract ? contracts : [])])
      const pending = Object.entries(migrations).filter(([name]) => wanted.has(name))
      for (const [name, migration] of pending) {
        note(lineOf(name, migration))
        await run(connection, name, migration, note)
      }
      return pending.map(([name]) => name)
    } finally {
      await sql`select pg_advisory_unlock(${TURN})`.execute(connection).catch(() => {})
    }
  })
}
