// Security A5: how suspicious an attempt with a password is, and what is asked for before the password is compared. Only browsers in which the
// member has not signed in before are suspicious.
import { sql } from 'kysely'
import { hashOf, latestOf, type Ctx } from '../../context.ts'
import { isSite, levelsOf, shareOf } from '../limits/networks.ts'

const HOUR_SECONDS = 3600

/** The wrong passwords of all callers, whose attempts may come from many networks and name many IDs. */
const EVERYBODY = 'everybody'

/**
 * What a caller must do first: nothing, wait for so many milliseconds, solve a puzzle of so many rounds (proofOfWork.ts), or come back in so many seconds.
 */
type Demand =
  | { kind: 'nothing' }
  | { kind: 'delay'; ms: number }
  | { kind: 'work'; rounds: number }
  | { kind: 'refusal'; seconds: number }

/**
 * Wrong passwords as multiples of what an hour allows. `shared`: of all callers, or of the caller's provider. `network`: of the caller's home and
 * neighbours, that of their networks that has most.
 */
type Scores = { shared: number; network: number }

/** A network is refused from so many times what an hour allows. Nobody is refused for what others do. */
const REFUSED_FROM = 4
/** So that a network is refused for minutes, and not for days. */
const MOST_SCORE = REFUSED_FROM + 0.5

const DELAY_FROM = 0.5
const DELAY_MS = 1000

/** Of a puzzle, doubled with each further hour's worth of wrong passwords. A phone takes about a second for the first size. */
const LEAST_ROUNDS = 150
const MOST_ROUNDS = 8 * LEAST_ROUNDS

export function demandFor({ shared, network }: Scores): Demand {
  if (network >= REFUSED_FROM)
    return { kind: 'refusal', seconds: Math.max(1, Math.ceil((network - REFUSED_FROM) * HOUR_SECONDS)) }
  const score = Math.max(shared, network)
  if (score >= 1) return { kind: 'work', rounds: Math.min(MOST_ROUNDS, LEAST_ROUNDS * 2 ** Math.floor(score - 1)) }
  return network >= DELAY_FROM ? { kind: 'delay', ms: DELAY_MS } : { kind: 'nothing' }
}

/** The rows of a caller, and what one wrong password adds to each: a part of what an hour allows. */
function partsOf(ctx: Ctx, ip: string): { key: string; part: number; isShared: boolean }[] {
  const { wrong_passwords_per_hour, wrong_passwords_per_network_hour } = ctx.settings.limits
  const share = shareOf(ctx.settings, ip)
  return [
    { key: EVERYBODY, part: 1 / wrong_passwords_per_hour, isShared: true },
    ...levelsOf(ip).map((level) => ({
      key: hashOf(level.network),
      part: (level.weight * share) / wrong_passwords_per_network_hour,
      isShared: !isSite(level),
    })),
  ]
}

/** What is asked of a caller in an unknown browser now. */
export async function demandOf(ctx: Ctx, ip: string): Promise<Demand> {
  const parts = partsOf(ctx, ip)
  const rows = await ctx.db
    .selectFrom('wrong_passwords')
    .select(['key', 'score', 'at'])
    .where(
      'key',
      'in',
      parts.map(({ key }) => key),
    )
    .execute()
  const now = ctx.now()
  const scores = new Map(rows.map(({ key, score, at }) => [key, at > latestOf(now) ? 0 : score - hoursSince(now, at)]))
  const most = (isShared: boolean) =>
    Math.max(0, ...parts.filter((one) => one.isShared === isShared).map(({ key }) => scores.get(key) ?? 0))
  return demandFor({ shared: most(true), network: most(false) })
}

const hoursSince = (now: Date, at: Date): number => Math.max(0, now.getTime() - at.getTime()) / (HOUR_SECONDS * 1000)

/** Counts a wrong password of an unknown browser. Each hour takes away what it allows. */
export async function noteWrong(ctx: Ctx, ip: string): Promise<void> {
  const parts = partsOf(ctx, ip)
  const now = ctx.now()
  // The widest first: two calls that lock rows of the same networks lock them in the same order.
  await sql`insert into wrong_passwords as w (key, score, at)
    select key, part, ${now}::timestamptz
    from unnest(${parts.map(({ key }) => key)}::text[], ${parts.map(({ part }) => part)}::float8[]) with ordinality as parts (key, part, place)
    order by place
    on conflict (key) do update set
      score = least(${MOST_SCORE}, case when w.at > ${latestOf(now)} then 0 else
        greatest(0, w.score - greatest(0, extract(epoch from ${now}::timestamptz - w.at)::float8) / ${HOUR_SECONDS}) end + excluded.score),
      at = ${now}`.execute(ctx.db)
}

/** After these seconds a row says nothing any more. */
export const WRONG_PASSWORDS_SECONDS = Math.ceil(MOST_SCORE) * HOUR_SECONDS
