// How many jobs are in the table, for the metrics. A scrape asks the database nothing, so this is what the last look has found.
import { sql } from 'kysely'
import { regularly } from '../background.ts'
import type { Ctx } from '../context.ts'

/** As often as Prometheus scrapes, where nothing else is set. */
const LOOK_MS = 15_000

/** @property due jobs that nobody has begun, without those that wait for their next try. @property failed those that wait for an operator */
export type JobCounts = { due: number; failed: number }

async function countJobs(ctx: Ctx): Promise<JobCounts> {
  // Two counts, because each has an index of its own.
  const { rows } = await sql<JobCounts>`
    select (select count(*) from jobs where failed_at is null and due_at <= ${ctx.now()}) as due,
      (select count(*) from jobs where failed_at is not null) as failed`.execute(ctx.db)
  return rows[0] ?? { due: 0, failed: 0 }
}

type Following = { last: () => JobCounts; stop: () => void }

/** For a backend that nobody scrapes. */
export const NO_JOBS: Following = { last: () => ({ due: 0, failed: 0 }), stop: () => {} }

/** Counts the jobs now, and again and again. @returns what was counted last, and what stops it */
export async function followJobCounts(ctx: Ctx): Promise<Following> {
  let last = await countJobs(ctx)
  const stop = regularly(ctx.background, 'jobs.failed', LOOK_MS, async () => void (last = await countJobs(ctx)))
  return { last: () => last, stop }
}
