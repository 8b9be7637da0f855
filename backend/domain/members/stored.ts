// Operations: everything that is stored about a member, as JSON. It is read in batches, because a busy member has very many security events.
import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { Member } from '../../db/schema.ts'
import { record } from '../audit/events.ts'
import { notify } from '../notices/notices.ts'
import { places, type Place } from './memberPlaces.ts'

/** Rows that one statement reads of a table with many rows of a member. */
const BATCH = 500

type Batch = { row: unknown; key: string[] }[]

/** @param after the key of the last row that was read; null: from the beginning */
async function batchOf(ctx: Ctx, table: string, place: Place, member: Member, after: string[] | null): Promise<Batch> {
  const { of, hides, adds = sql`'{}'::jsonb`, many = [] } = place
  const key = many.map(({ column }) => sql.ref(column))
  const isLater = (read: string[]) => {
    const values = many.map(({ type }, at) => sql`${read[at]}::text::${sql.raw(type)}`)
    return sql`and (${sql.join(key)}) > (${sql.join(values)})`
  }
  const inOrder = sql`order by ${sql.join(key)} limit ${sql.lit(BATCH)}`
  const { rows } = await sql<Batch[number]>`
    select to_jsonb(t) - ${hides}::text[] || ${adds} as row, array[${sql.join(key.map((one) => sql`${one}::text`))}]::text[] as key
    from ${sql.table(table)} as t where ${of(member)} ${after === null ? sql`` : isLater(after)}
    ${many.length > 0 ? inOrder : sql``}`.execute(ctx.db)
  return rows
}

/** The rows of each table that has some, without password hashes and other secrets. No connection is held between two batches. */
async function* rowsOf(ctx: Ctx, member: Member): AsyncGenerator<[table: string, row: unknown]> {
  for (const [table, place] of places()) {
    let batch: Batch = []
    do {
      batch = await batchOf(ctx, table, place, member, batch.at(-1)?.key ?? null)
      for (const { row } of batch) yield [table, row]
    } while (place.many && batch.length === BATCH)
  }
}

const indented = (row: unknown): string =>
  JSON.stringify(row, null, 2)
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')

/** Everything that is stored about the member: the lines of one JSON object, which has a list of rows for each table. */
export async function* storedLines(ctx: Ctx, member: Member): AsyncGenerator<string> {
  let open: string | null = null
  let last = ''
  for await (const [table, row] of rowsOf(ctx, member)) {
    if (table === open) yield `${last},`
    else yield open === null ? `{\n  "${table}": [` : `${last}\n  ],\n  "${table}": [`
    open = table
    last = indented(row)
  }
  yield open === null ? '{}' : `${last}\n  ]\n}`
}

/** The same for an operator. It is recorded, and the member is told, before the first line: a reader who stops in between has read some. */
export async function* exportOf(ctx: Ctx, member: Member, by: string): AsyncGenerator<string> {
  await record(ctx, 'operator.exported', { member_id: member.id }, { by })
  await notify(ctx, 'exported', member, null)
  ctx.jobs.wake()
  yield* storedLines(ctx, member)
}
