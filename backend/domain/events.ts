// Security D12, what happened to whom: a count per hour in the database, and one line in the log.
import { hashOf, type Ctx } from '../context'
import type { Fields } from '../log'
import { siteOf } from './networks'

/** Every event there is. */
export const EVENTS = [
  'code.sent',
  'code.limited',
  'code.undelivered',
  'code.verified',
  'code.repeated',
  'code.wrong',
  'code.blocked',
  'code.expired',
  'consent.given',
  'consent.withdrawn',
  'ids.searched',
  'join.decided',
  'join.done',
  'letter.kept',
  'lock.closed',
  'lock.opened',
  'notice.not_me',
  'password.changed',
  'password.reset',
  'profile.changed',
  'reset.allowed',
  'reset.cancelled',
  'reset.delayed',
  'session.ended',
  'session.signed_out',
  'session.used',
  'sign_in.challenged',
  'sign_in.done',
  'sign_in.locked',
  'sign_in.refused',
  'sign_in.wrong_password',
  'token.reused',
] as const
export type SecurityEvent = (typeof EVENTS)[number]

type Subject = { member_id?: string | null; client_id?: string | null; ip?: string | null }

/** An attack from one network writes at most this many distinct rows an hour: a company behind one address stays far below. */
export const ROWS_PER_NETWORK_HOUR = 1000

const HOUR_MS = 3_600_000

type Tally = { ip: string | null; member_id: string | null; client_id: string | null; fields: Fields }

/**
 * Records a security event: one log line per event, and one row per distinct event and hour.
 * `fields` hold no secret and no personal data.
 */
export async function record(ctx: Ctx, event: SecurityEvent, subject: Subject, fields: Fields = {}): Promise<void> {
  const { member_id = null, client_id = null, ip = null } = subject
  ctx.log(event, { member_id, client_id, ip, ...fields })
  await tally(ctx, event, { member_id, client_id, ip, fields })
}

/**
 * Records an error that a browser reported. The log gets one line per distinct error and hour.
 * NOTE: the reference ID is left out of the fingerprint, because every browser makes its own.
 */
export async function recordClientError(ctx: Ctx, ip: string, report: Fields & { id: string }): Promise<void> {
  const network = siteOf(ip)
  const { id: _ownOfEachBrowser, ...same } = report
  // The log must have the error also when the database is what fails.
  const count = await tally(
    ctx,
    'client.error',
    { member_id: null, client_id: null, ip: network, fields: report },
    same,
  ).catch(() => 1)
  if (count === 1) ctx.log('client.error', report)
}

/**
 * Counts an event in the row of its fingerprint and hour. Beyond the limit of a network, the row names the event and the network only.
 * NOTE: parallel calls may exceed the limit by as many rows as there are calls; the limit is against floods and needs no lock.
 * @returns how often the event has occurred in this hour
 */
async function tally(
  ctx: Ctx,
  event: SecurityEvent | 'client.error',
  row: Tally,
  same: Fields = row.fields,
): Promise<number> {
  const now = ctx.now()
  const hour = Math.floor(now.getTime() / HOUR_MS)
  const network = row.ip === null ? '' : siteOf(row.ip)
  const fingerprint = hashOf(JSON.stringify([event, row.member_id, row.client_id, row.ip, same]))
  const again = await ctx.db
    .updateTable('events')
    .set((eb) => ({ count: eb('count', '+', 1), last_at: now }))
    .where('hour', '=', hour)
    .where('fingerprint', '=', fingerprint)
    .returning('count')
    .executeTakeFirst()
  if (again) return again.count
  const isFull = network !== '' && (await rowsOf(ctx, hour, network)) >= ROWS_PER_NETWORK_HOUR
  const rest: Tally = { ip: network, member_id: null, client_id: null, fields: { aggregated: true } }
  const { fields, ...subject } = isFull ? rest : row
  const written = await ctx.db
    .insertInto('events')
    .values({
      event,
      ...subject,
      fields: JSON.stringify(fields),
      at: now,
      last_at: now,
      hour,
      network,
      fingerprint: isFull ? hashOf(JSON.stringify([event, network])) : fingerprint,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['hour', 'fingerprint'])
        .doUpdateSet((eb) => ({ count: eb('events.count', '+', 1), last_at: now })),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return written.count
}

async function rowsOf(ctx: Ctx, hour: number, network: string): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('events')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('hour', '=', hour)
    .where('network', '=', network)
    .executeTakeFirstOrThrow()
  return Number(count)
}
