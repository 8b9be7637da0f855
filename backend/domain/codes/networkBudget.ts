// Security A13, E3: how many codes a network may ask for in an hour. Codes that are entered cost less, and so do those of a named network.
import { sql } from 'kysely'
import { latestOf, secondsFrom, type Ctx } from '../../context.ts'
import { isInside, isSite, levelsOf, SHARED_TIMES, withinBlock, type Level } from '../limits/networks.ts'

const DAY = 24 * 3600

/**
 * How many times its budget a network gets when every code is entered. An attacker who owns phones can enter codes too, and would use up a
 * country's messages.
 */
const ENTERED_TIMES = 10

/**
 * The rows of the last so many seconds.
 * NOTE: without its upper bound, PostgreSQL would look into the partitions of the days to come as well.
 */
export const since = (now: Date, seconds: number) =>
  sql<boolean>`at > ${secondsFrom(now, -seconds)} and at < ${latestOf(now)}`

/** What one network may ask for in an hour. `unentered`: codes that nobody has entered. `all`: those and the entered ones. */
type NetworkBudget = { network: string; unentered: number; all: number }

/** The networks by which the sends of an address count. A named network shares none with its neighbours, because it gets more than they do. */
export function sendLevels({ settings }: Ctx, ip: string): Level[] {
  const block = settings.campus_networks.find((one) => isInside(ip, [one]))
  return block === undefined ? levelsOf(ip) : withinBlock(levelsOf(ip), block)
}

/**
 * How many phones were proved in each of these networks within a day. E-mail addresses do not count: an attacker has as many as there are names in a
 * domain.
 */
async function provedPhones(ctx: Ctx, budget: string, levels: readonly Level[]): Promise<Map<string, number>> {
  const names = levels.map(({ network }) => network)
  const { rows } = await sql<{ network: string; phones: number }>`
    select network, count(distinct recipient)::int as phones
    from send_log, unnest(networks) as network
    where networks && ${names}::text[] and network = any(${names}::text[])
      and budget = ${budget} and completed and country is not null and ${since(ctx.now(), DAY)}
    group by network`.execute(ctx.db)
  return new Map(rows.map(({ network, phones }) => [network, phones]))
}

/** The budgets of an address's networks. A phone proved there adds one code for a day, so that a campus in use has room for its next members. */
export async function networkBudgets(ctx: Ctx, budget: string, ip: string): Promise<NetworkBudget[]> {
  const { limits, campus_networks } = ctx.settings
  const levels = sendLevels(ctx, ip)
  // NOTE: Not for a whole provider: counting its phones would read a large part of the table, and its budget is large anyway.
  const phones = await provedPhones(ctx, budget, levels.filter(isSite))
  const times = isInside(ip, campus_networks) ? SHARED_TIMES : 1
  return levels.map(({ network, weight }) => {
    const most = (limits.sends_per_ip_hour * times) / weight
    return { network, unentered: most + (phones.get(network) ?? 0), all: most * ENTERED_TIMES }
  })
}
