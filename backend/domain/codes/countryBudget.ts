// Security A9: how many messages go to one country. Counted by period and in several rows, so that sends to two recipients never wait for each other.
import { sql, type Transaction as SqlTransaction } from 'kysely'
import { latestOf } from '../../context.ts'
import type { Schema } from '../../db/schema.ts'

const HOUR = 3600

/**
 * Callers who have completed nothing lately ("strangers") share half of a country's messages, and spend it at an even pace: an attack uses up
 * five minutes of their share, and no hour of the country's.
 */
const PACE = 5 * 60

/** Seconds. A period counts as long as its beginning does, so a window is at most this much shorter than its name says. */
const PERIOD = 10
/** Rows of one period. A transaction holds one of them while it commits. */
const SLOTS = 4

type Callers = 'all' | 'strangers'
/** What is counted: a class of callers (limits.ts) and a country, "KR". `isStranger`: whether the pace holds as well. */
type CountryCount = { budget: string; country: string; isStranger: boolean }
type Rule = { callers: Callers; most: number; seconds: number }

const rulesOf = (isStranger: boolean, per_hour: number): Rule[] => [
  { callers: 'all', most: per_hour, seconds: HOUR },
  ...(isStranger
    ? [{ callers: 'strangers' as const, most: Math.ceil((Math.ceil(per_hour / 2) * PACE) / HOUR), seconds: PACE }]
    : []),
]

const periodOf = (at: Date): number => Math.floor(at.getTime() / 1000 / PERIOD)

/** The oldest period that still counts. */
export const lastCounted = (now: Date): number => periodOf(now) - HOUR / PERIOD

/**
 * @param per_hour the limit of the country
 * @returns seconds until a message may be sent; 0: now. Sends that end at the same instant may pass the limit together.
 */
export async function countryWait(
  trx: SqlTransaction<Schema>,
  now: Date,
  { budget, country, isStranger }: CountryCount,
  per_hour: number,
): Promise<number> {
  let longest = 0
  for (const { callers, most, seconds } of rulesOf(isStranger, per_hour)) {
    if (most < 1) return seconds
    // The newest period from which on there are `most` messages.
    const { rows } = await sql<{ period: number | null }>`
      select max(period) as period from (
        select period, sum(sum(count)) over (order by period desc) as sent from send_counts
        where budget = ${budget} and country = ${country} and callers = ${callers}
          and period > ${periodOf(now) - seconds / PERIOD} and period < ${periodOf(latestOf(now))}
        group by period
      ) as periods where sent >= ${most}`.execute(trx)
    const period = rows[0]?.period ?? null
    if (period !== null) longest = Math.max(longest, Math.ceil(period * PERIOD + seconds - now.getTime() / 1000), 1)
  }
  return longest
}

/** Counts a message. NOTE: the last statement of its transaction, because it holds a row that others may need. */
export async function countForCountry(
  trx: SqlTransaction<Schema>,
  now: Date,
  { budget, country, isStranger }: CountryCount,
): Promise<void> {
  const slot = Math.floor(Math.random() * SLOTS)
  const one = { budget, country, period: periodOf(now), slot, count: 1 }
  await trx
    .insertInto('send_counts')
    .values([{ ...one, callers: 'all' }, ...(isStranger ? [{ ...one, callers: 'strangers' as const }] : [])])
    .onConflict((conflict) =>
      conflict
        .columns(['budget', 'country', 'callers', 'period', 'slot'])
        .doUpdateSet({ count: sql`send_counts.count + 1` }),
    )
    .execute()
}
