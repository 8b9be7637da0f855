// Spec §9 and security A5, A6, wrong passwords: five for a login id, known or not, then a lock that opens by itself, later each time.
import { sql } from 'kysely'
import { secondsFrom, type Ctx } from '../context'

export const MOST_WRONG = 5
const FIRST_LOCK_SECONDS = 600
const LONGEST_LOCK_SECONDS = 86_400
const FORGOTTEN_AFTER_SECONDS = 86_400

/**
 * Takes one of the five attempts, in one statement and before any hash is made: however many guesses come at once, no more than
 * five of them are compared. The fifth locks by itself, each time for twice as long as the time before, whatever becomes of it.
 * @returns which attempt this is (1 to 5), or null when the id is locked
 */
export async function takeAttempt(ctx: Ctx, login_id_key: string): Promise<number | null> {
  const now = ctx.now()
  const forgotten = secondsFrom(now, -FORGOTTEN_AFTER_SECONDS)
  const isAnew = sql`(a.wrong_count >= ${MOST_WRONG} or a.last_at < ${forgotten})`
  const isLast = sql`(not ${isAnew} and a.wrong_count + 1 >= ${MOST_WRONG})`
  const seconds = sql`least(${LONGEST_LOCK_SECONDS}, ${FIRST_LOCK_SECONDS} * power(2, least(a.lock_times, 10)))`
  const { rows } = await sql<{ wrong_count: number }>`
    insert into login_attempts as a (login_id_key, wrong_count, lock_times, last_at)
    values (${login_id_key}, 1, 0, ${now})
    on conflict (login_id_key) do update set
      wrong_count = case when ${isAnew} then 1 else a.wrong_count + 1 end,
      lock_times = case when a.last_at < ${forgotten} then 0 when ${isLast} then a.lock_times + 1 else a.lock_times end,
      locked_until = case when ${isLast} then ${now}::timestamptz + ${seconds} * interval '1 second' end,
      last_at = ${now}
    where a.locked_until is null or a.locked_until <= ${now}
    returning wrong_count`.execute(ctx.db)
  return rows[0]?.wrong_count ?? null
}

/** Right password, or a verified recovery: the count starts anew. @returns whether that opened a lock */
export async function forgetAttempts(ctx: Pick<Ctx, 'db' | 'now'>, login_id_key: string): Promise<boolean> {
  const gone = await ctx.db
    .deleteFrom('login_attempts')
    .where('login_id_key', '=', login_id_key)
    .returning('locked_until')
    .executeTakeFirst()
  return gone?.locked_until ? gone.locked_until > ctx.now() : false
}
