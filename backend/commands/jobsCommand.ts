// What `npm run jobs` prints for its arguments.
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Schema } from '../db/schema.ts'
import { StartProblem } from '../startProblem.ts'

const USAGE = 'no arguments, or: retry ID, retry all'
const Arguments = z.union([z.tuple([]), z.tuple([z.literal('retry'), z.union([z.literal('all'), z.uuid()])])], USAGE)

async function* failedJobs(db: Kysely<Schema>): AsyncGenerator<string> {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'kind', 'created_at', 'tries', 'reason'])
    .where('failed_at', 'is not', null)
    .orderBy('failed_at')
    .execute()
  if (rows.length === 0) yield 'no job has failed'
  for (const { id, kind, created_at, tries, reason } of rows)
    yield `${id}  ${kind}  since ${created_at.toISOString()}  ${tries} tries  ${reason ?? 'unknown'}`
}

/** Failed jobs begin anew, with all their tries. */
async function* retry(db: Kysely<Schema>, which: string, now: Date): AsyncGenerator<string> {
  let failed = db
    .updateTable('jobs')
    .set({ failed_at: null, reason: null, tries: 0, due_at: now })
    .where('failed_at', 'is not', null)
  if (which !== 'all') failed = failed.where('id', '=', which)
  const rows = await failed.returning('id').execute()
  if (which !== 'all' && rows.length === 0) throw new StartProblem(`no failed job has the ID ${which}`)
  yield `jobs that the backend runs again: ${rows.length}`
}

/**
 * @param args the arguments after the name of the program
 * @throws StartProblem for wrong arguments, and for an ID that no failed job has
 */
export async function* runJobsCommand(db: Kysely<Schema>, args: readonly string[], now: Date): AsyncGenerator<string> {
  const parsed = Arguments.safeParse(args)
  if (!parsed.success) throw new StartProblem(USAGE)
  const [, which] = parsed.data
  if (which === undefined) yield* failedJobs(db)
  else yield* retry(db, which, now)
}
