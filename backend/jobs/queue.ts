// The table of jobs: a job is written with its cause, taken by one instance at a time, and deleted when it is done.
import { randomUUID } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { latestOf, secondsFrom, type Ctx } from '../context.ts'
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

/** By the number of its tries, the longest time for which a job that nobody runs can wait. */
const LONGEST = [LEASE_SECONDS, ...WAITS.map((wait) => Math.max(LEASE_SECONDS, wait))]

/** Lets jobs run now that would wait for longer than jobs do: a clock was set back since their time was chosen. */
export async function runOverdue({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  const at = now()
  const waits = sql`coalesce((${LONGEST}::integer[])[tries + 1], ${LEASE_SECONDS})`
  await sql`
    update jobs set due_at = ${at} where failed_at is null and due_at > ${secondsFrom(at, LEASE_SECONDS)}
      and due_at > ${latestOf(at)}::timestamptz + ${waits} * interval '1 second'`.execute(db)
}

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

/** How many jobs of each kind of work a process may begin. */
export type Slots = Readonly<Record<Line, number>>

const COLUMNS = sql.raw('id, kind, payload, created_at, due_at, tries, failed_at, reason')

/**
 * Webhooks about one member are delivered to a service in order. A webhook waits while an earlier one is running or waits for its retry. An earlier one that the
 * same statement deletes does not count.
 */
const HAS_NONE_BEFORE = sql`not exists (
  select from jobs as earlier where earlier.kind = 'webhook' and earlier.failed_at is null
    and earlier.payload->>'client_id' = jobs.payload->>'client_id'
    and earlier.payload->>'member_id' = jobs.payload->>'member_id'
    and (earlier.payload->>'sequence')::bigint < (jobs.payload->>'sequence')::bigint
    and earlier.id not in (select id from done))`

/**
 * Deletes jobs that are done, and takes those that have been due for longest. Of several instances, one gets a job.
 * It is one statement, so one commit for several jobs. It waits for no row, because it holds others: a member's erasure deletes jobs in another order.
 * @returns the jobs that it has taken, and those that are done and may still be there: another transaction has held them
 */
export async function exchange(ctx: Ctx, done: readonly Job[], slots: Slots): Promise<{ taken: Job[]; left: Job[] }> {
  const now = ctx.now()
  const ids = done.map(({ id }) => id)
  const tries = done.map((job) => job.tries)
  const isDue = sql`failed_at is null and due_at <= ${now}`
  // A line in which nothing is due would read all that is due in the others: one reading serves all lines.
  const isOne = LINE_NAMES.filter((line) => slots[line] > 0).length < 2
  const ofLine = (line: Line) => sql`kind = any(${[...LINES[line]]}::text[])`
  const next = LINE_NAMES.map(
    (line) => sql`select id from (
      select id from jobs where ${isDue} and ${ofLine(line)} and id <> all(${ids}::uuid[])
        ${isOne ? sql`` : sql`and exists (select from due where ${ofLine(line)})`}
        ${line === 'webhooks' ? sql`and ${HAS_NONE_BEFORE}` : sql``}
      order by due_at limit ${slots[line]} for update skip locked) as ${sql.ref(line)}`,
  )
  const { rows } = await sql<Job & { is_done: boolean }>`
    with done as (
      delete from jobs where id in (
        select id from jobs join unnest(${ids}::uuid[], ${tries}::integer[]) as tried (job_id, try)
          on id = job_id and tries = try for update of jobs skip locked)
      returning ${COLUMNS}
    ), due as materialized (select distinct kind from jobs where ${isDue}
    ), next as materialized (${sql.join(next, sql` union all `)}), taken as (
      update jobs set due_at = ${secondsFrom(now, LEASE_SECONDS)}, tries = tries + 1 where id in (select id from next)
      returning ${COLUMNS}
    )
    select ${COLUMNS}, true as is_done from done union all select ${COLUMNS}, false from taken`.execute(ctx.db)
  const deleted = new Set(rows.flatMap(({ id, is_done }) => (is_done ? [id] : [])))
  return { taken: rows.filter(({ is_done }) => !is_done), left: done.filter(({ id }) => !deleted.has(id)) }
}

/** Takes this job if nobody has begun it, also before it is due. */
export async function takeNew(ctx: Ctx, id: string): Promise<Job | null> {
  const row = await ctx.db
    .updateTable('jobs')
    .set({ due_at: secondsFrom(ctx.now(), LEASE_SECONDS), tries: sql<number>`tries + 1` })
    .where('id', '=', id)
    .where('tries', '=', 0)
    .returningAll()
    .executeTakeFirst()
  return (row as Job | undefined) ?? null
}

/** NOTE: `tries` tells this try from that of an instance that has taken the job over. */
const thisTry = ({ id, tries }: Job) => ({ id, tries })

/** Deletes one job that is done. @returns false if another instance has taken it over, or the member is erased */
export async function finishJob({ db }: Pick<Ctx, 'db'>, job: Job): Promise<boolean> {
  const deleted = db.deleteFrom('jobs').where((eb) => eb.and(thisTry(job)))
  return (await deleted.executeTakeFirst()).numDeletedRows > 0n
}

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
