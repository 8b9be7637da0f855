// What `npm run jobs` does for its arguments, and prints.
import * as z from 'zod/mini'
import type { Ctx } from '../context.ts'
import { record } from '../domain/audit/events.ts'
import { StartProblem } from '../startProblem.ts'
import { argumentsOf, operatorName, wordOf } from './command.ts'

const COMMANDS = ['list', 'retry'] as const
const Given = z.object({
  command: z._default(z.enum(COMMANDS, `one of ${COMMANDS.join(', ')}`), 'list'),
  by: operatorName,
})
const Which = z.union([z.literal('all'), z.uuid()], 'retry takes the ID of a job, or all')
type Wanted = { which: string | null; by: string }

/** @param user the name for the record without `--by` @throws StartProblem if an argument is wrong */
export function parseJobs(args: readonly string[], user: string): Wanted {
  const { command, by, words } = argumentsOf(Given, args, { by: user })
  const which = wordOf(command, command === 'retry' ? 'ID' : null, words)
  if (command === 'list') return { which: null, by }
  if (!Which.safeParse(which).success) throw new StartProblem('retry takes the ID of a job, or all')
  return { which, by }
}

async function* failedJobs({ db }: Ctx): AsyncGenerator<string> {
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

/** Failed jobs begin anew, with all their tries. One job names its member in the record, and all of them only how many there were of each kind. */
async function* retry(ctx: Ctx, which: string, by: string): AsyncGenerator<string> {
  const count = await ctx.db.transaction().execute(async (db) => {
    let failed = db
      .updateTable('jobs')
      .set({ failed_at: null, reason: null, tries: 0, due_at: ctx.now() })
      .where('failed_at', 'is not', null)
    if (which !== 'all') failed = failed.where('id', '=', which)
    const rows = await failed.returning(['kind', 'payload']).execute()
    const member_id = which === 'all' ? null : memberOf(rows[0]?.payload)
    for (const kind of new Set(rows.map((row) => row.kind))) {
      const jobs = rows.filter((row) => row.kind === kind).length
      await record({ ...ctx, db }, 'operator.jobs_retried', { member_id }, { by, kind, jobs })
    }
    return rows.length
  })
  if (which !== 'all' && count === 0) throw new StartProblem(`no failed job has the ID ${which}`)
  yield `jobs that the backend runs again: ${count}`
}

/** Whom a job concerns. Another release may have written it in another shape. */
const OfMember = z.object({ member_id: z.guid() })
const memberOf = (payload: unknown): string | null => OfMember.safeParse(payload).data?.member_id ?? null

/** @returns what is printed @throws StartProblem for an ID that no failed job has */
export async function* runJobs(ctx: Ctx, { which, by }: Wanted): AsyncGenerator<string> {
  if (which === null) yield* failedJobs(ctx)
  else yield* retry(ctx, which, by)
}
