// Operations: writes the members of an import, many with one statement.
import { sql, type Kysely } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { Schema } from '../../db/schema.ts'
import { record } from '../audit/events.ts'
import type { ImportColumns } from './importRow.ts'

export type Numbered = { line: number; row: ImportColumns }
/** `known`: a member has the login ID already. `taken`: lines whose nickname or person is another member's. */
type Written = { imported: number; known: number; taken: number[] }

/** The login IDs of these rows that a member has. */
async function knownAmong(db: Kysely<Schema>, rows: readonly Numbered[]): Promise<Set<string>> {
  const keys = rows.map(({ row }) => row.login_id_key)
  const { rows: found } = await sql<{ login_id_key: string }>`
    select login_id_key from members where login_id_key = any(${keys}::text[])`.execute(db)
  return new Set(found.map(({ login_id_key }) => login_id_key))
}

/** Writes the rows of new members, and leaves every member who is there as it is. */
export async function writeRows({ db, now }: Pick<Ctx, 'db' | 'now'>, rows: readonly Numbered[]): Promise<Written> {
  const [first] = rows
  if (!first) return { imported: 0, known: 0, taken: [] }
  const names = sql.join(Object.keys(first.row).map((name) => sql.ref(name)))
  const { rows: added } = await sql<{ id: string }>`
    with added as (
      insert into members (${names})
      select ${names} from json_populate_recordset(null::members, ${JSON.stringify(rows.map(({ row }) => row))}::json)
      on conflict do nothing returning id)
    insert into imported_members (member_id, at) select id, ${now()} from added returning member_id as id`.execute(db)
  const ids = new Set(added.map(({ id }) => id))
  const left = rows.filter(({ row }) => !ids.has(row.id))
  if (left.length === 0) return { imported: added.length, known: 0, taken: [] }
  const known = await knownAmong(db, left)
  const taken = left.filter(({ row }) => !known.has(row.login_id_key)).map(({ line }) => line)
  return { imported: added.length, known: left.length - taken.length, taken }
}

/** What `writeRows` would count, without nicknames and persons. */
export async function countRows({ db }: Pick<Ctx, 'db'>, rows: readonly Numbered[]): Promise<Written> {
  const known = await knownAmong(db, rows)
  const keys = new Set(rows.map(({ row }) => row.login_id_key))
  const imported = [...keys].filter((key) => !known.has(key)).length
  return { imported, known: rows.length - imported, taken: [] }
}

export const recordImport = (ctx: Ctx, by: string, counts: { imported: number; known: number; problems: number }) =>
  record(ctx, 'operator.imported', {}, { by, ...counts })
