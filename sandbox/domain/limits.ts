// Security A9, A13: how often codes are sent and guessed. Counted in SQL under a lock, so parallel calls cannot slip through.
import { sql, type Transaction as SqlTransaction } from 'kysely'
import { secondsFrom, type Ctx } from '../context'
import type { Schema } from '../db/schema'
import { networkOf } from './networks'

const HOUR = 3600
const DAY = 24 * HOUR

/** At most `most` rows in any stretch of `seconds`. */
type Rule = {
  table: 'send_log' | 'code_guesses'
  column: 'recipient' | 'ip' | 'country'
  value: string
  most: number
  seconds: number
}

/** Seconds until the call may be made again; 0: now. */
type Wait = number

const lock = async (trx: SqlTransaction<Schema>, names: string[]) => {
  // Always in the same order: two calls that want the same two locks cannot wait for each other.
  for (const name of [...names].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
}

async function waitFor(trx: SqlTransaction<Schema>, now: Date, rule: Rule): Promise<Wait> {
  if (rule.most < 1) return rule.seconds
  const since = secondsFrom(now, -rule.seconds)
  const { rows } = await sql<{ at: Date }>`
    select at from ${sql.table(rule.table)} where ${sql.ref(rule.column)} = ${rule.value} and at > ${since}
    order by at desc offset ${rule.most - 1} limit 1`.execute(trx)
  const [oldest] = rows
  return oldest ? Math.max(1, Math.ceil((oldest.at.getTime() - since.getTime()) / 1000)) : 0
}

const longestWait = async (trx: SqlTransaction<Schema>, now: Date, rules: Rule[]): Promise<Wait> => {
  let longest = 0
  for (const rule of rules) longest = Math.max(longest, await waitFor(trx, now, rule))
  return longest
}

/**
 * Takes one send out of every budget, or none.
 * @param given `recipient` in canonical form (E.164, or an e-mail address); `country` the country's budget, null for e-mail; `ip` the caller
 * @returns 0 when the message may go out now, else the seconds to wait
 */
export async function takeSend(
  ctx: Ctx,
  given: { recipient: string; country: string | null; ip: string },
): Promise<Wait> {
  const { limits } = ctx.settings
  const to = { ...given, ip: networkOf(given.ip) }
  const recipient = { table: 'send_log', column: 'recipient', value: to.recipient } as const
  const rules: Rule[] = [
    { ...recipient, most: 1, seconds: limits.send_gap_seconds },
    { ...recipient, most: limits.sends_per_hour, seconds: HOUR },
    { ...recipient, most: limits.sends_per_day, seconds: DAY },
    { table: 'send_log', column: 'ip', value: to.ip, most: limits.sends_per_ip_hour, seconds: HOUR },
  ]
  if (to.country !== null)
    rules.push({
      table: 'send_log',
      column: 'country',
      value: to.country,
      most: limits.sends_per_country_hour,
      seconds: HOUR,
    })
  return ctx.db.transaction().execute(async (trx) => {
    await lock(
      trx,
      rules.map((rule) => `send ${rule.column} ${rule.value}`),
    )
    const now = ctx.now()
    const wait = await longestWait(trx, now, rules)
    if (wait > 0) return wait
    await trx
      .insertInto('send_log')
      .values({ ...to, at: now })
      .execute()
    await trx.deleteFrom('send_log').where('at', '<', secondsFrom(now, -DAY)).execute()
    return 0
  })
}

type Guess = { code_id: string; code_hash: string; attempts: number; guess_id: number }

/**
 * Takes one guess at a code: out of the code's own tries, and out of the recipient's hour across all codes and flows.
 * @returns what to compare with and which guess it was; null when a budget is used up. Nothing may be compared then.
 */
export async function takeGuess(ctx: Ctx, code: { id: string; recipient: string }): Promise<Guess | null> {
  const { guesses_per_code, guesses_per_hour } = ctx.settings.limits
  const rule: Rule = {
    table: 'code_guesses',
    column: 'recipient',
    value: code.recipient,
    most: guesses_per_hour,
    seconds: HOUR,
  }
  return ctx.db.transaction().execute(async (trx) => {
    await lock(trx, [`guess ${code.recipient}`])
    const now = ctx.now()
    if ((await waitFor(trx, now, rule)) > 0) return null
    const taken = await trx
      .updateTable('one_time_codes')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('id', '=', code.id)
      .where('attempts', '<', guesses_per_code)
      .returning(['code_hash', 'attempts'])
      .executeTakeFirst()
    if (!taken) return null
    const guess = await trx
      .insertInto('code_guesses')
      .values({ recipient: code.recipient, at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx.deleteFrom('code_guesses').where('at', '<', secondsFrom(now, -HOUR)).execute()
    return { ...taken, code_id: code.id, guess_id: guess.id }
  })
}

/** A right guess is no attack: it counts neither against the code's tries nor against the recipient's hour. */
export async function forgiveGuess(ctx: Ctx, { code_id, guess_id }: Guess): Promise<void> {
  await ctx.db.deleteFrom('code_guesses').where('id', '=', guess_id).execute()
  await ctx.db
    .updateTable('one_time_codes')
    .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
    .where('id', '=', code_id)
    .execute()
}
