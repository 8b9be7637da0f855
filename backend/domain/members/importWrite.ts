// Operations: writes the members of an import, many with one statement.
import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { formerAmong } from '../account/channelChanges.ts'
import { record } from '../audit/events.ts'
import type { ImportColumns } from './importRow.ts'

export type Numbered = { line: number; row: ImportColumns }
/** `known`: a member has the login ID already. `taken`: lines whose nickname or person is another member's. */
type Written = { imported: number; known: number; taken: number[] }

type Of = Pick<Ctx, 'db' | 'now'>

const keysOf = (rows: readonly Numbered[]): string[] => rows.map(({ row }) => row.login_id_key)

/** The login IDs of these rows that a member has. */
async function knownAmong({ db }: Of, rows: readonly Numbered[]): Promise<Set<string>> {
  const { rows: found } = await sql<{ login_id_key: string }>`
    select login_id_key from members where login_id_key = any(${keysOf(rows)}::text[])`.execute(db)
  return new Set(found.map(({ login_id_key }) => login_id_key))
}

/** The rows without those whose login ID the link of a change can still bring back to a member. */
async function withoutFormer(of: Of, rows: readonly Numbered[]): Promise<Numbered[]> {
  const former = await formerAmong(of, keysOf(rows))
  return rows.filter(({ row }) => !former.has(row.login_id_key))
}

async function insert({ db, now }: Of, rows: readonly Numbered[]): Promise<Set<string>> {
  const [first] = rows
  if (!first) return new Set()
  const names = sql.join(Object.keys(first.row).map((name) => sql.ref(name)))
  const { rows: added } = await sql<{ id: string }>`
    with added as (
      insert into members (${names})
      select ${names} from json_populate_recordset(null::members, ${JSON.stringify(rows.map(({ row }) => row))}::json)
      on conflict do nothing returning id)
    insert into imported_members (member_id, at) select id, ${now()} from added returning member_id as id`.execute(db)
  return new Set(added.map(({ id }) => id))
}

/** A member has left one of these login IDs after they were read. */
class Left extends Error {}

/**
 * Inserts the rows, and reads once more who can return to their login IDs.
 * NOTE: the insertion waits for a member who leaves one at this moment, so the second look finds every such change.
 * @throws Left
 */
const insertAtOnce = (of: Of, rows: readonly Numbered[]): Promise<Set<string>> =>
  of.db.transaction().execute(async (db) => {
    const within = { ...of, db }
    const ids = await insert(within, rows)
    if ((await withoutFormer(within, rows)).length < rows.length) throw new Left()
    return ids
  })

/** Writes the rows of new members, and leaves every member who is there as it is. */
export async function writeRows(of: Of, rows: readonly Numbered[]): Promise<Written> {
  const fresh = await withoutFormer(of, rows)
  const ids = await insertAtOnce(of, fresh).catch((error: unknown) => {
    if (!(error instanceof Left)) throw error
    return null
  })
  if (!ids) return writeRows(of, rows)
  const left = fresh.filter(({ row }) => !ids.has(row.id))
  const known = left.length === 0 ? new Set() : await knownAmong(of, left)
  const taken = left.filter(({ row }) => !known.has(row.login_id_key)).map(({ line }) => line)
  return { imported: ids.size, known: rows.length - ids.size - taken.length, taken }
}

/** What `writeRows` would count, without nicknames and persons. */
export async function countRows(of: Of, rows: readonly Numbered[]): Promise<Written> {
  const fresh = await withoutFormer(of, rows)
  const known = await knownAmong(of, fresh)
  const imported = [...new Set(keysOf(fresh))].filter((key) => !known.has(key)).length
  return { imported, known: rows.length - imported, taken: [] }
}

type Counts = { imported: number; known: number; problems: number }

/**
 * Records that an import begins, before its first row is written, and again how it has ended.
 * @param counts left out: it begins. One that is killed has no other event.
 */
export const recordImport = (ctx: Ctx, by: string, of: 'members' | 'passkeys', counts?: Counts): Promise<void> =>
  record(ctx, 'operator.imported', {}, { by, of, ...(counts ?? { begins: true }) })
