// How many mails a minute the relay gets from all instances together. Minutes are those of the clock.
import { sql } from 'kysely'
import type { Ctx } from '../context.ts'

const MINUTE_MS = 60_000

const minuteAt = (now: Date): number => Math.floor(now.getTime() / MINUTE_MS)

/** Adds to the mails of this minute. @returns their number, or null if `most` is reached */
async function count(ctx: Ctx, by: number, most: number | null): Promise<number | null> {
  const minute = minuteAt(ctx.now())
  const key = `mails:${minute}`
  const { rows } = await sql<{ points: number }>`
    insert into rate_counts (key, points, expire) values (${key}, ${by}, ${(minute + 2) * MINUTE_MS})
    on conflict (key) do update set points = rate_counts.points + ${by}
      where ${most}::bigint is null or rate_counts.points + ${by} <= ${most}::bigint
    returning points`.execute(ctx.db)
  return rows[0]?.points ?? null
}

/** Takes the place of one mail in this minute. @returns whether there was one */
export async function takeMailPlace(ctx: Ctx): Promise<boolean> {
  const most = ctx.settings.limits.mails_per_minute
  return most === 0 || (await count(ctx, 1, most)) !== null
}

/** Gives a place back that no mail has needed. */
export const giveMailPlaceBack = (ctx: Ctx): Promise<unknown> => count(ctx, -1, null)

/** Counts the mail of a one-time code, which waits for nothing: a member does. */
export const countCodeMail = async (ctx: Ctx): Promise<void> => {
  if (ctx.settings.limits.mails_per_minute > 0) await count(ctx, 1, null)
}
