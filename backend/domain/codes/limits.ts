// Security A9, A13, E3: how often codes are sent and guessed. Counted in SQL. A recipient's counts are exact: its calls wait for each other.
import { sql, type Transaction as SqlTransaction } from 'kysely'
import { secondsFrom, type Ctx } from '../../context.ts'
import type { Purpose, Schema } from '../../db/schema.ts'
import type { Challenge } from './challenge.ts'
import { countForCountry, countryWait } from './countryBudget.ts'
import { networkBudgets, sendLevels, since } from './networkBudget.ts'
import { isSite, levelsOf, networkOf, networksOf } from '../limits/networks.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/**
 * Each class of callers has its own budget, so that no class uses up the attempts of another one:
 * `proved` has given the right password, `known` is a browser in which the member signed in before, `home` is both, `recovery` is any other
 * caller who names an account, `named` sends to a number or an address that the caller has typed, and `account` is a session of the member's.
 */
export type Budget = 'home' | 'proved' | 'known' | 'recovery' | 'named' | 'account'

/**
 * A caller's address, and whether the member of the challenge has signed in before in this browser. `isTrusted`: any member has.
 */
export type Caller = { ip: string; isKnown: boolean; isTrusted: boolean }

/** A count. `key`: the account or recipient that it belongs to. */
export type Counted = { budget: Budget; key: string } & Pick<Caller, 'ip' | 'isTrusted'>

/** The recipient is one that the caller has typed. */
const NAMED: ReadonlySet<Purpose> = new Set(['JOIN', 'SEARCH_IDS', 'NEW_PHONE', 'NEW_EMAIL'])

export function countedOf({ purpose, member_id, email }: Challenge, to: string, caller: Caller): Counted {
  const { isKnown, ip, isTrusted } = caller
  if (NAMED.has(purpose)) return { budget: 'named', key: to, ip, isTrusted }
  if (purpose === 'ACCOUNT') return { budget: 'account', key: to, ip, isTrusted }
  if (purpose !== 'SEARCH_PWD') return { budget: isKnown ? 'home' : 'proved', key: to, ip, isTrusted }
  // Counted by account and not by number: otherwise the limits would reveal that two accounts share a number (A7).
  const channel = to.includes('@') ? 'email' : 'sms'
  return { budget: isKnown ? 'known' : 'recovery', key: `${channel} ${member_id ?? email ?? to}`, ip, isTrusted }
}

/**
 * The budgets of callers who may be strangers to each other and may have completed nothing. One network can use at most half of such a budget, so that
 * it cannot lock out the owner, and a country's messages are spent from it at an even pace.
 */
const SHARED: ReadonlySet<Budget> = new Set(['recovery', 'named'])

/** For which callers a newer code replaces an earlier one: those of one network, or those of one owner. */
export const askedBy = ({ budget, ip }: Counted): string => (SHARED.has(budget) ? networkOf(ip) : budget)

const half = (most: number): number => Math.ceil(most / 2)

/** Whose sends or guesses count. `networks`: a rule can name one of them. */
type Subject = { budget: Budget; recipient: string; networks: readonly string[] }

/** At most `most` rows of this recipient, of this network, or of both, within any `seconds`. A rule of a network alone has an hour. */
type Rule = { recipient?: true; network?: string; completed?: false; most: number; seconds: number }

/** Seconds until the call may be made again; 0: now. */
type Wait = number

/**
 * Lets other calls about this recipient wait until the transaction ends.
 * NOTE: nothing wider than a recipient is locked, or a campus or a carrier's NAT would send one code after the other.
 */
const lock = (trx: SqlTransaction<Schema>, kind: 'send' | 'guess', { budget, recipient }: Subject) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${JSON.stringify({ budget, recipient })}`}, 0))`.execute(
    trx,
  )

/** The time of the oldest of the newest `most` rows of a rule, if it has so many. */
function oldestOf({ recipient, network, completed, most, seconds }: Rule, now: Date) {
  const of = [sql`at > ${secondsFrom(now, -seconds)}`]
  if (network !== undefined) of.push(sql`${network} = any(networks)`)
  if (completed !== undefined) of.push(sql`completed = ${completed}`)
  return sql`(select at from ${sql.raw(recipient ? 'own' : 'near')} where ${sql.join(of, sql` and `)}
    order by at desc offset ${most - 1} limit 1)`
}

/**
 * One statement for all rules, because the recipient is locked meanwhile. It reads the rows of the recipient once, and those of the networks.
 */
async function longestWait(
  trx: Ctx['db'],
  now: Date,
  table: 'send_log' | 'code_guesses',
  { budget, recipient, networks }: Subject,
  rules: readonly Rule[],
): Promise<Wait> {
  const closed = rules.filter(({ most }) => most < 1)
  if (closed.length > 0) return Math.max(...closed.map(({ seconds }) => seconds))
  const own = sql`own as materialized (select at, networks from ${sql.table(table)}
    where budget = ${budget} and recipient = ${recipient} and ${since(now, DAY)})`
  const near = sql`near as materialized (select at, networks, completed from send_log
    where networks && ${[...networks]}::text[] and budget = ${budget} and ${since(now, HOUR)})`
  const hasNetworks = rules.some((rule) => !rule.recipient)
  const { rows } = await sql<{ oldest: (Date | null)[] }>`with ${hasNetworks ? sql`${own}, ${near}` : own}
    select array[${sql.join(rules.map((rule) => oldestOf(rule, now)))}]::timestamptz[] as oldest`.execute(trx)
  const waits = rules.map(({ seconds }, at) => {
    const oldest = rows[0]?.oldest[at]
    return oldest ? Math.max(1, Math.ceil((oldest.getTime() - now.getTime()) / 1000 + seconds)) : 0
  })
  return Math.max(0, ...waits)
}

/**
 * Counts one send in every budget, or in none. No recipient gets more than its limits. A network may get more: sends that other connections have counted and
 * not yet committed are not seen, so all instances together pass its limit by one send for each connection to the database at most.
 * @param country of the number, "KR"; null for e-mail
 * @returns 0 if the message may be sent now, else the seconds to wait
 */
export async function takeSend(ctx: Ctx, counted: Counted, country: string | null): Promise<Wait> {
  const { budget, key, ip } = counted
  const { limits } = ctx.settings
  const trusted = counted.isTrusted || (await hasCompleted(ctx, ip))
  const levels = sendLevels(ctx, ip)
  const subject = { budget, recipient: key, networks: levels.map(({ network }) => network) }
  const rules: Rule[] = [
    { recipient: true, most: 1, seconds: limits.send_gap_seconds },
    { recipient: true, most: limits.sends_per_hour, seconds: HOUR },
    { recipient: true, most: limits.sends_per_day, seconds: DAY },
    ...(await networkBudgets(ctx, budget, ip)).flatMap(({ network, unentered, all }): Rule[] => [
      { network, completed: false, most: unentered, seconds: HOUR },
      { network, most: all, seconds: HOUR },
    ]),
  ]
  if (SHARED.has(budget))
    for (const { network } of levels.filter(isSite))
      rules.push(
        { recipient: true, network, most: half(limits.sends_per_hour), seconds: HOUR },
        { recipient: true, network, most: half(limits.sends_per_day), seconds: DAY },
      )
  const ofCountry = country !== null && { budget, country, isStranger: SHARED.has(budget) && !trusted }
  return ctx.db.transaction().execute(async (trx) => {
    await lock(trx, 'send', subject)
    const now = ctx.now()
    const own = await longestWait(trx, now, 'send_log', subject, rules)
    const wait = ofCountry ? Math.max(own, await countryWait(trx, now, ofCountry, limits.sends_per_country_hour)) : own
    if (wait > 0) return wait
    await trx
      .insertInto('send_log')
      .values({ ...subject, country, trusted, at: now })
      .execute()
    if (ofCountry) await countForCountry(trx, now, ofCountry)
    return 0
  })
}

/**
 * Takes a send back from the counts of its recipient, because the message will not arrive. It still counts for the networks of the caller and for the country, so that a
 * gateway that fails is not asked without end.
 * @param asked before the send was counted
 */
export async function forgiveSend({ db }: Ctx, { budget, key }: Counted, asked: Date): Promise<void> {
  await db
    .updateTable('send_log')
    .set({ recipient: '' })
    .where('budget', '=', budget)
    .where('recipient', '=', key)
    .where('at', '>=', asked)
    .where('at', '<', secondsFrom(asked, HOUR))
    .execute()
}

/**
 * Whether a code was entered correctly in this network within the last day.
 * NOTE: counted, although one row would do: for one row PostgreSQL may read the whole day in place of the index, when other networks have many rows.
 */
async function hasCompleted(ctx: Ctx, ip: string): Promise<boolean> {
  const { count } = await ctx.db
    .selectFrom('send_log')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(sql<boolean>`networks @> array[${networkOf(ip)}]::text[]`)
    .where('completed', '=', true)
    .where(since(ctx.now(), DAY))
    .executeTakeFirstOrThrow()
  return count > 0
}

/**
 * Notes that a code was entered correctly: for the network of this caller, and for the one that had asked for the code. A phone can change its network
 * meanwhile.
 * @param issued_at of the code. Its send is the newest one before, because a recipient gets no two codes at once.
 */
export async function noteCompleted(ctx: Ctx, { budget, key, ip }: Counted, issued_at: Date): Promise<void> {
  const asked = sql`select networks[cardinality(networks)] from send_log
    where budget = ${budget} and recipient = ${key} and at <= ${issued_at} order by at desc limit 1`
  await ctx.db
    .updateTable('send_log')
    .set({ completed: true })
    .where('budget', '=', budget)
    .where('recipient', '=', key)
    .where(sql<boolean>`networks && array[${networkOf(ip)}, (${asked})]::text[]`)
    .execute()
}

type Guess = { code_id: string; code_hash: string; attempts: number; guess_id: number }

/** What the guesses of a caller at a recipient are counted against, beside those of one code. */
function guessBudget({ settings }: Ctx, { budget, key, ip }: Counted): { subject: Subject; rules: Rule[] } {
  const { guesses_per_hour } = settings.limits
  const rules: Rule[] = [{ recipient: true, most: guesses_per_hour, seconds: HOUR }]
  if (SHARED.has(budget))
    for (const { network } of levelsOf(ip).filter(isSite))
      rules.push({ recipient: true, network, most: half(guesses_per_hour), seconds: HOUR })
  return { subject: { budget, recipient: key, networks: networksOf(ip) }, rules }
}

/** How long no code of this caller at this recipient can be entered, because the guesses are used up. */
export function guessWait(ctx: Ctx, counted: Counted): Promise<Wait> {
  const { subject, rules } = guessBudget(ctx, counted)
  return longestWait(ctx.db, ctx.now(), 'code_guesses', subject, rules)
}

/**
 * Counts one guess: against the code's own attempts, and against the hourly budget across all codes and visits.
 * @returns the hash to compare with and the number of the guess, or null if a budget is used up. The guess must not be compared then.
 */
export async function takeGuess(ctx: Ctx, code_id: string, counted: Counted): Promise<Guess | null> {
  const { guesses_per_code } = ctx.settings.limits
  const { subject, rules } = guessBudget(ctx, counted)
  return ctx.db.transaction().execute(async (trx) => {
    await lock(trx, 'guess', subject)
    const now = ctx.now()
    if ((await longestWait(trx, now, 'code_guesses', subject, rules)) > 0) return null
    const taken = await trx
      .updateTable('one_time_codes')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('id', '=', code_id)
      .where('attempts', '<', guesses_per_code)
      .returning(['code_hash', 'attempts'])
      .executeTakeFirst()
    if (!taken) return null
    const guess = await trx
      .insertInto('code_guesses')
      .values({ ...subject, networks: [...subject.networks], at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { ...taken, code_id, guess_id: guess.id }
  })
}

/** Removes a correct guess from both counts, because it is not an attack. */
export async function forgiveGuess(ctx: Ctx, { code_id, guess_id }: Guess): Promise<void> {
  await ctx.db.deleteFrom('code_guesses').where('id', '=', guess_id).execute()
  await ctx.db
    .updateTable('one_time_codes')
    .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
    .where('id', '=', code_id)
    .execute()
}
