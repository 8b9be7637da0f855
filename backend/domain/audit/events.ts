// Security D12, what happened to whom, from where, by which visit and request: a row of an append-only table, and a line in the log.
import { currentCall } from '../../call.ts'
import { hasDevice } from '../account/activityNames.ts'
import { deviceNow, type Device } from '../account/browserNames.ts'
import { hashOf, type Ctx } from '../../context.ts'
import { hmac, type BackendKeys } from '../../db/keys.ts'
import type { Fields } from '../../log.ts'
import type { EventRow } from './eventLimits.ts'
import { CLIENT_ERROR, EVENTS, type SecurityEvent } from './eventNames.ts'
import { isInside, SHARED_TIMES, siteOf } from '../limits/networks.ts'

/**
 * Whom and what an event concerns. `login_id`: the key (loginId.ts) of the login ID that a caller named. `client_id` and `ip` are those of the
 * current request if they are left out.
 */
type Subject = { member_id?: string | null; login_id?: string; client_id?: string | null; ip?: string | null }

/** By this keyed hash an operator finds the events of a login ID that has no member. The table never has the login ID itself. */
export const loginIdHash = ({ codes }: Pick<BackendKeys, 'codes'>, login_id_key: string): string =>
  hmac(codes, `login id ${login_id_key}`).toString('base64url')

function rowOf(ctx: Ctx, event: string, { member_id = null, login_id, ...subject }: Subject, fields: Fields): EventRow {
  const call = currentCall()
  return {
    at: ctx.now(),
    event,
    member_id,
    login_id_hash: member_id === null && login_id !== undefined ? loginIdHash(ctx.keys, login_id) : null,
    client_id: subject.client_id ?? call?.visit?.client_id ?? null,
    ip: subject.ip ?? call?.ip ?? null,
    visit: call?.visit?.mark ?? null,
    request_id: call?.id ?? null,
    fields,
    count: 1,
  }
}

/** What is known of the browser of a call. */
const knownOf = (device: Device | null): Fields =>
  Object.fromEntries(Object.entries(device ?? {}).filter(([, value]) => value !== null))

/**
 * Records a security event: a line in the log, and a row. Beyond the limit of a network or a member, the row counts several events, and names
 * the event with the network or the member alone.
 * `fields` hold no secret and no personal data. The row of an event that the member sees also has the names of the browser and the rough place.
 */
export async function record(ctx: Ctx, event: SecurityEvent, subject: Subject, fields: Fields = {}): Promise<void> {
  const row = rowOf(ctx, event, subject, { ...fields, ...(hasDevice(event) && knownOf(deviceNow(ctx))) })
  ctx.counted(event, fields)
  const { member_id, client_id, ip, visit, request_id } = row
  ctx.log(event, { member_id, client_id, ip, visit, request_id, ...fields })
  if (EVENTS[event].by === 'member' && member_id !== null) {
    if (ctx.eventLimits.takeOfMember(member_id)) await write(ctx, [row])
    else ctx.eventLimits.hold(together(row, { member_id, ip: null }))
  } else await writeForNetwork(ctx, row)
}

/**
 * Records an error that a browser reported. Of equal errors of one network, the log gets one line an hour.
 * NOTE: the reference ID does not count as different, because every browser makes its own.
 */
export async function recordClientError(ctx: Ctx, ip: string, report: Fields & { id: string }): Promise<void> {
  const row = rowOf(ctx, CLIENT_ERROR, { ip: siteOf(ip) }, report)
  ctx.counted(CLIENT_ERROR, {})
  const { id: _ownOfEachBrowser, ...same } = report
  if (!ctx.eventLimits.isNew(hashOf(JSON.stringify([row.ip, same]))))
    return ctx.eventLimits.hold({ ...row, request_id: null, fields: same })
  ctx.log(CLIENT_ERROR, report)
  // The log has the error also when the database is what fails.
  await writeForNetwork(ctx, row).catch(() => {})
}

const together = (row: EventRow, who: Pick<EventRow, 'member_id' | 'ip'>): EventRow => ({
  ...row,
  ...who,
  login_id_hash: null,
  client_id: null,
  visit: null,
  request_id: null,
  fields: {},
})

async function writeForNetwork(ctx: Ctx, row: EventRow): Promise<void> {
  const { internal_networks, campus_networks } = ctx.settings
  const isShared = row.ip !== null && isInside(row.ip, [...internal_networks, ...campus_networks])
  const site = siteOf(row.ip ?? '')
  if (row.ip === null || ctx.eventLimits.takeOfNetwork(site, isShared ? 1 / SHARED_TIMES : 1)) await write(ctx, [row])
  else ctx.eventLimits.hold(together(row, { member_id: null, ip: site }))
}

/** Writes a row for each count that waits. The sweep and the shutdown call this. */
export async function writeHeld(ctx: Ctx): Promise<void> {
  const rows = ctx.eventLimits.release()
  const at = ctx.now()
  const counted = (row: EventRow): EventRow => ({
    ...row,
    at,
    fields: { ...row.fields, aggregated: true, since: row.at.toISOString() },
  })
  while (rows.length > 0) {
    const some = rows.splice(0, ROWS_A_STATEMENT)
    try {
      await write(ctx, some.map(counted))
    } catch (error) {
      for (const row of [...some, ...rows]) ctx.eventLimits.hold(row)
      throw error
    }
  }
}

/** PostgreSQL takes 65,535 parameters a statement. */
const ROWS_A_STATEMENT = 1000

async function write(ctx: Ctx, rows: readonly EventRow[]): Promise<void> {
  const values = rows.map((row) => ({ ...row, fields: JSON.stringify(row.fields) }))
  await ctx.db.insertInto('audit_events').values(values).execute()
}
