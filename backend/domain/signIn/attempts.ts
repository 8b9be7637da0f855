// Spec §9 and security A5, A6, wrong passwords: five for a login id, known or not, then a lock that opens by itself, later each time.
import { sql } from 'kysely'
import { hashOf, latestOf, secondsFrom, type Ctx } from '../../context.ts'

export const MOST_WRONG = 5
const FIRST_LOCK_SECONDS = 600
const LONGEST_LOCK_SECONDS = 86_400
const FORGOTTEN_AFTER_SECONDS = 86_400

/** Shared by all browsers in which the member has not signed in before. */
const ANY_BROWSER = ''

/** One sealed password for one login ID in one visit. A browser sends it again if the answer has not come. */
export type Guess = { login_id_key: string; sealed: string; transaction_id: string }

/** Sealing is random, so only a repeated call has the same name. Another visit or another login ID makes it another guess. */
const nameOf = ({ login_id_key, sealed, transaction_id }: Guess): string =>
  hashOf(`guess ${transaction_id} ${login_id_key} ${sealed}`)

/**
 * The number of the attempt that this guess has taken already; null: none. A repeated guess takes no other attempt, and may be compared
 * again: it tells nothing that the first comparison did not tell.
 */
export async function attemptOf(ctx: Ctx, guess: Guess, device_hash = ANY_BROWSER): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('sealed_seen')
    .leftJoin('login_attempts', (join) =>
      join.on('login_id_key', '=', guess.login_id_key).on('device_hash', '=', device_hash),
    )
    .select('wrong_count')
    .where('hash', '=', nameOf(guess))
    .executeTakeFirst()
  // A right password has reset the count.
  return row ? (row.wrong_count ?? 1) : null
}

/**
 * Takes one of the five attempts, in one statement and before any hash is made: however many guesses come at once, no more than
 * five of them are compared. The fifth attempt locks the login ID, each time for twice as long as before, whatever its outcome.
 * @param guess noted together with its attempt (`attemptOf`); one that finds the login ID locked is not compared, and not noted
 * @param device_hash the browser in which the member signed in before: it has five attempts of its own. Left out: any other browser.
 * @returns the number of this attempt (1 to 5), or null if the login ID is locked
 */
export async function takeAttempt(ctx: Ctx, guess: Guess, device_hash = ANY_BROWSER): Promise<number | null> {
  const { login_id_key, transaction_id } = guess
  const now = ctx.now()
  const forgotten = secondsFrom(now, -FORGOTTEN_AFTER_SECONDS)
  const isAnew = sql`(a.wrong_count >= ${MOST_WRONG} or a.last_at < ${forgotten})`
  const isLast = sql`(not ${isAnew} and a.wrong_count + 1 >= ${MOST_WRONG})`
  const seconds = sql`least(${LONGEST_LOCK_SECONDS}, ${FIRST_LOCK_SECONDS} * power(2, least(a.lock_times, 10)))`
  const { rows } = await sql<{ wrong_count: number }>`
    with taken as (insert into login_attempts as a (login_id_key, device_hash, wrong_count, lock_times, last_at)
    values (${login_id_key}, ${device_hash}, 1, 0, ${now})
    on conflict (login_id_key, device_hash) do update set
      wrong_count = case when ${isAnew} then 1 else a.wrong_count + 1 end,
      lock_times = case when a.last_at < ${forgotten} then 0 when ${isLast} then a.lock_times + 1 else a.lock_times end,
      locked_until = case when ${isLast} then ${now}::timestamptz + ${seconds} * interval '1 second' end,
      last_at = ${now}
    where a.locked_until is null or a.locked_until <= ${now} or a.last_at > ${latestOf(now)}
    returning wrong_count),
    noted as (insert into sealed_seen (hash, transaction_id, at)
      select ${nameOf(guess)}, ${transaction_id}, ${now}::timestamptz from taken on conflict do nothing)
    select wrong_count from taken`.execute(ctx.db)
  return rows[0]?.wrong_count ?? null
}

/**
 * Resets the count.
 * @param device_hash whose count, after a right password; null after a verified recovery or a join: every count of the login id
 * @returns whether this removed a lock
 */
export async function forgetAttempts(
  ctx: Pick<Ctx, 'db' | 'now'>,
  login_id_key: string,
  device_hash: string | null = ANY_BROWSER,
): Promise<boolean> {
  const gone = await ctx.db
    .deleteFrom('login_attempts')
    .where('login_id_key', '=', login_id_key)
    .$if(device_hash !== null, (query) => query.where('device_hash', '=', device_hash ?? ANY_BROWSER))
    .returning('locked_until')
    .execute()
  return gone.some(({ locked_until }) => locked_until !== null && locked_until > ctx.now())
}
