// Security D1: what the role that serves may do with the tables, which belong to the role that migrates.
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Schema } from './schema.ts'

/** The append-only tables, and the columns that each start may update. */
const KEPT: Partial<Record<keyof Schema, readonly string[]>> = {
  consents: [],
  terms_versions: ['names', 'urls'],
  audit_events: [],
  audit_seals: [],
  left_consents: [],
  client_versions: [],
  code_versions: [],
  pictures: [],
}

/** Tables that a start reads and the migrations alone write. */
const READ: ReadonlySet<string> = new Set(['schema_migrations'])

/** Only one of several processes that start at once changes the rights: PostgreSQL refuses to let two change one table's. */
const LOCK = sql`select pg_advisory_xact_lock(hashtextextended('daemun grants', 0))`

/**
 * Gives a role the rights to serve: it reads and writes rows, and changes no table. Rights that the role had before are taken away. It has none on a partition,
 * because that of the whole table is enough.
 * @param db the connection of the role that owns the tables
 * @param role the serving role
 */
export async function grantServing(db: Kysely<Schema>, role: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const run = (statement: RawBuilder<unknown>) => statement.execute(trx)
    await run(LOCK)
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname not like 'kysely_%' order by 1`.execute(trx)
    const { rows: schemas } = await sql<{ name: string }>`select current_schema() as name`.execute(trx)
    const schema = sql.id(schemas[0]?.name ?? 'public')
    const to = sql.id(role)
    await run(sql`revoke all on all tables in schema ${schema} from ${to}`)
    await run(sql`revoke create on schema ${schema} from ${to}`)
    await run(sql`grant usage on schema ${schema} to ${to}`)
    await run(sql`grant usage on all sequences in schema ${schema} to ${to}`)
    for (const { name } of rows) {
      const changed = KEPT[name as keyof Schema]
      const rights = READ.has(name)
        ? sql`select`
        : changed === undefined
          ? sql`select, insert, update, delete`
          : sql`select, insert`
      await run(sql`grant ${rights} on ${sql.table(name)} to ${to}`)
      if (changed?.length)
        await run(sql`grant update (${sql.join(changed.map((one) => sql.id(one)))}) on ${sql.table(name)} to ${to}`)
    }
    // They delete events and consents, and drop the days of sends and guesses, after their time, with the rights of their owner.
    for (const [name, takes] of [
      ['sweep_events', 'timestamptz'],
      ['sweep_consents', 'timestamptz'],
      ['sweep_days', 'text, timestamptz'],
    ] as const)
      await run(sql`grant execute on function ${schema}.${sql.id(name)}(${sql.raw(takes)}) to ${to}`)
  })
}

export async function roleOf(db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db)
  return rows[0]?.role ?? ''
}

/** Whether this connection's role can create, alter or drop a table: as a superuser, as an owner, or by a right on the schema. */
export async function mayChangeTables(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select r.rolsuper
      or has_schema_privilege(current_schema(), 'create')
      or exists (
        select from pg_tables where schemaname = current_schema() and pg_has_role(tableowner::name, 'member')
      ) as may
    from pg_roles r where r.rolname = current_user`.execute(db)
  return rows[0]?.may ?? true
}
