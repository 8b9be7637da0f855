// The table of jobs: a job is written with its cause, taken by one instance at a time, and deleted when it is done.
import { randomUUID } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { secondsFrom, type Ctx } from '../context.ts'
import type { Schema } from '../db/schema.ts'
import { LINE_NAMES, LINES, type JobKind, type Line, type Payload } from './kinds.ts'

export type Job = Omit<Selectable<Schema['jobs']>, 'kind'> & { kind: JobKind }

/** Longer than any job takes. Then its instance has been killed, and another one runs the job. */
export const LEASE_SECONDS = 120

/** How long a job waits after each try that failed: about a day in all. */
const MINUTE = 60
const HOUR = 60 * MINUTE
const WAITS: readonly number[] = [
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  8 * HOUR,
]

/** @returns the seconds until the next try, or null after the last one */
const waitAfter = (tries: number): number | null => WAITS[tries - 1] ?? null

/**
 * Adds a job. In a transaction, it exists from the commit on: call `ctx.jobs.wake()` after it.
 * @param ctx.db may be a transaction
 * @param inSeconds when it may run at the earliest
 * @returns its ID
 */
export async function addJob<K extends JobKind>(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  kind: K,
  payload: Payload<K>,
  inSeconds = 0,
): Promise<string> {
  const id = randomUUID()
  const created_at = now()
  const due_at = secondsFrom(created_at, inSeconds)
  await db
    .insertInto('jobs')
    .values({ id, kind, payload: JSON.stringify(payload), created_at, due_at })
    .execute()
  return id
}

/** Longer than an answer takes. */
export const LATER_SECONDS = 1

/** Adds a job that nothing about the answer tells: it runs after the answer (Security A7). */
export async function addLater<K extends JobKind>(ctx: Ctx, kind: K, payload: Payload<K>): Promise<void> {
  ctx.jobs.later(await addJob(ctx, kind, payload, LATER_SECONDS))
}

const takenUntil = (ctx: Ctx) => ({
  due_at: secondsFrom(ctx.now(), LEASE_SECONDS),
  tries: sql<number>`tries + 1`,
})

/** A webhook waits for those before it about the same member to the same service: for the one that runs, and for the one that waits for its next try. */
const hasNoneBefore = sql<boolean>`not exists (
  select from jobs as earlier where earlier.kind = 'webhook' and earlier.failed_at is null
    and earlier.payload->>'client_id' = jobs.payload->>'client_id'
    and earlier.payload->>'member_id' = jobs.payload->>'member_id'
    and (earlier.payload->>'sequence')::bigint < (jobs.payload->>'sequence')::bigint)`

/** Takes the job that has been due for longest. Of several instances, one gets it. */
export async function takeNext(ctx: Ctx, line: Line): Promise<Job | null> {
  const row = await ctx.db
    .updateTable('jobs')
    .set(takenUntil(ctx))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('jobs')
        .select('id')
        .where('failed_at', 'is', null)
        .where('due_at', '<=', ctx.now())
        .where('kind', 'in', LINES[line])
        .$if(line === 'webhooks', (query) => query.where(hasNoneBefore))
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
  return (row as Job | undefined) ?? null
}

/** Takes this job if nobody has begun it, also before it is due. */
export async function takeNew(ctx: Ctx, id: string): Promise<Job | null> {
  const row = await ctx.db
    .updateTable('jobs')
    .set(takenUntil(ctx))
    .where('id', '=', id)
    .where('tries', '=', 0)
    .returningAll()
    .executeTakeFirst()
  return (row as Job | undefined) ?? null
}

/** The lines in which a job is due. */
export async function dueLines(ctx: Ctx): Promise<Line[]> {
  const rows = await ctx.db
    .selectFrom('jobs')
    .select('kind')
    .distinct()
    .where('failed_at', 'is', null)
    .where('due_at', '<=', ctx.now())
    .execute()
  const kinds = new Set(rows.map(({ kind }) => kind))
  return LINE_NAMES.filter((line) => LINES[line].some((kind) => kinds.has(kind)))
}

/** NOTE: `tries` tells this try from that of an instance that has taken the job over. */
const thisTry = ({ id, tries }: Job) => ({ id, tries })

export const finishJob = (ctx: Ctx, job: Job) =>
  ctx.db
    .deleteFrom('jobs')
    .where((eb) => eb.and(thisTry(job)))
    .execute()

/** Lets the job wait, or lists it as failed after its last try. @returns the seconds that it waits, or null */
export async function postpone(ctx: Ctx, job: Job, reason: string): Promise<number | null> {
  const now = ctx.now()
  const wait = waitAfter(job.tries)
  await ctx.db
    .updateTable('jobs')
    .set(wait === null ? { failed_at: now, reason } : { due_at: secondsFrom(now, wait), reason })
    .where((eb) => eb.and(thisTry(job)))
    .execute()
  return wait
}
