// How many mails a minute the relay gets from all instances together. Minutes are those of the clock.
import { sql } from 'kysely'
import type { Ctx } from '../context.ts'
import { LINES } from './kinds.ts'

const MINUTE_MS = 60_000

const minuteAt = (now: Date): number => Math.floor(now.getTime() / MINUTE_MS)

const keyOf = (minute: number): string => `mails:${minute}`
/** Two minutes later, nobody counts any more. In milliseconds. */
const endOf = (minute: number): number => (minute + 2) * MINUTE_MS

async function count(ctx: Ctx, by: number, minute = minuteAt(ctx.now())): Promise<void> {
  await sql`
    insert into rate_counts (key, points, expire) values (${keyOf(minute)}, ${by}, ${endOf(minute)})
    on conflict (key) do update set points = rate_counts.points + ${by}`.execute(ctx.db)
}

/** @property counted the mails that the minute has counted. @property may how many of them may leave in it */
type MailSlots = { minute: number; counted: number; may: number }

/**
 * Reserves a slot of this minute for each mail that is due. It is no part of the statement that takes the mails: all instances, and members who wait for a code,
 * wait for this row.
 * @param free how many mails this process may begin
 */
export async function reserveMailSlots(ctx: Ctx, free: number): Promise<MailSlots> {
  const most = ctx.settings.limits.mails_per_minute
  const now = ctx.now()
  const minute = minuteAt(now)
  if (most === 0 || free === 0) return { minute, counted: 0, may: free }
  const { rows } = await sql<{ points: number; counted: number }>`
    with due as (
      select from jobs where failed_at is null and due_at <= ${now} and kind = any(${[...LINES.mails]}::text[])
      limit ${free}
    )
    insert into rate_counts (key, points, expire)
      select ${keyOf(minute)}::text, count(*), ${endOf(minute)}::bigint from due having count(*) > 0
    on conflict (key) do update set points = rate_counts.points + excluded.points where rate_counts.points < ${most}
    returning points, (select count(*) from due) as counted`.execute(ctx.db)
  const [row] = rows
  if (!row) return { minute, counted: 0, may: 0 }
  const before = row.points - row.counted
  return { minute, counted: row.counted, may: Math.min(row.counted, most - before) }
}

/** Releases the slots that no mail has needed, in their own minute: the next one may have begun, and would let so many mails more through. */
export async function releaseMailSlots(ctx: Ctx, { minute, counted }: MailSlots, used: number): Promise<void> {
  if (counted > used) await count(ctx, used - counted, minute)
}

/** Counts the mail of a one-time code, which waits for nothing: a member does. */
export const countCodeMail = async (ctx: Ctx): Promise<void> => {
  if (ctx.settings.limits.mails_per_minute > 0) await count(ctx, 1)
}
