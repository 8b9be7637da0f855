// Contract, "Account": what has happened to the account within 90 days, from the security events.
import { timingSafeEqual } from 'node:crypto'
import type { Locale } from '../../../contract/locale.ts'
import type { ActivityRow } from '../../../contract/shapes/account.ts'
import type { ProofMethod } from '../../../contract/signInMethods.ts'
import { secondsFrom, type Ctx } from '../../context.ts'
import { hmac } from '../../db/keys.ts'
import type { AuditEvent } from '../../db/schema.ts'
import type { Reader } from '../../db/standby.ts'
import { nameOf } from '../sessions/serviceName.ts'
import { activityOf, eventsOf } from './activityNames.ts'
import { methodsIn } from '../factors/methods.ts'
import { placeText } from './places.ts'

const DAYS = 90
const PAGE = 50
/** So many events of one instant are not of a member. */
const MOST_AT_ONCE = 500

type Event = Pick<AuditEvent, 'id' | 'at' | 'event' | 'client_id' | 'fields'>

/** The name of a row for the app. It shows nothing of the numbers of the table. */
const nameOfRow = (ctx: Ctx, member_id: string, { id, at }: Pick<Event, 'id' | 'at'>): string =>
  `${at.getTime().toString(36)}.${hmac(ctx.keys.state, `activity ${id} of ${member_id}`).toString('base64url')}`

/** Events of this instant and later ones are shown. */
const firstShown = (ctx: Ctx): Date => secondsFrom(ctx.now(), -DAYS * 86_400)

/** NOTE: the database does not know every instant that JavaScript knows, so none before the first shown one reaches it. */
const isShownAt = (ctx: Ctx, at: Date): boolean => at > firstShown(ctx)

const eventsSince = (db: Reader, ctx: Ctx, member_id: string, events: readonly string[]) =>
  db
    .selectFrom('audit_events')
    .select(['id', 'at', 'event', 'client_id', 'fields'])
    .where('member_id', '=', member_id)
    .where('event', 'in', events)
    .where('at', '>', firstShown(ctx))

const textIn = (fields: Event['fields'], name: string): string | null =>
  typeof fields[name] === 'string' ? fields[name] : null

/** How the member signed in: the methods in `amr` (RFC 8176). */
function signedInBy({ fields }: Event): ProofMethod[] | undefined {
  const amr = textIn(fields, 'amr')
  if (amr === null) return undefined
  const methods = methodsIn(amr.split(' '))
  return methods.length > 0 ? methods : undefined
}

type Wanted = { before?: string | undefined; event?: string | undefined }

/** Fifty rows, the newest first, and every further row of the same instant as the last, so that the next page begins at another instant. */
async function pageOf(db: Reader, ctx: Ctx, member_id: string, events: readonly string[], before: Date | null) {
  const query = eventsSince(db, ctx, member_id, events).orderBy('at', 'desc').orderBy('id', 'desc')
  const page = await query
    .$if(before !== null, (rows) => rows.where('at', '<', before ?? ctx.now()))
    .limit(PAGE)
    .execute()
  const last = page.at(-1)
  const more = last && page.length === PAGE ? await query.where('at', '=', last.at).limit(MOST_AT_ONCE).execute() : []
  return [...page.filter(({ at }) => more.length === 0 || at > (last?.at ?? at)), ...more]
}

/**
 * A page of rows, the newest first. The first one has what the member has just done, and further ones may be seconds old.
 * @param wanted.before only what was before this instant @param locale of the names
 */
export async function listActivity(
  ctx: Ctx,
  member_id: string,
  wanted: Wanted,
  locale: Locale,
): Promise<ActivityRow[]> {
  const events = eventsOf(wanted.event)
  const before = wanted.before === undefined ? null : new Date(wanted.before)
  if (events.length === 0 || (before && !isShownAt(ctx, before))) return []
  const read = (db: Reader) => pageOf(db, ctx, member_id, events, before)
  const found: Event[] = await (before === null ? read(ctx.db) : ctx.readOld(read))
  const services = await servicesOf(ctx, found, locale)
  return found.map((row) => {
    const shown = activityOf(row.event)
    const names = [textIn(row.fields, 'browser'), textIn(row.fields, 'system')].filter((one) => one !== null)
    const place = { country: textIn(row.fields, 'country'), city: textIn(row.fields, 'city') }
    const method = signedInBy(row)
    return {
      id: nameOfRow(ctx, member_id, row),
      at: row.at.toISOString(),
      event: shown?.as ?? row.event,
      browser: names.length > 0 ? names.join(' · ') : null,
      place: placeText(place, locale),
      service: services.get(row.client_id ?? '') ?? null,
      result: shown?.result ?? 'DONE',
      ...(method && { method }),
    }
  })
}

async function servicesOf(ctx: Ctx, events: readonly Event[], locale: Locale): Promise<Map<string, string>> {
  const ids = [...new Set(events.flatMap(({ client_id }) => client_id ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('services')
    .select(['client_id', 'rp_name', 'display_name', 'display_name_en', 'display_name_cn'])
    .where('client_id', 'in', ids)
    .execute()
  return new Map(rows.map((service) => [service.client_id, nameOf(service, locale)]))
}

/** Whether this name of a row is one of the member's own. */
export async function isOwnActivity(ctx: Ctx, member_id: string, name: string): Promise<boolean> {
  const at = new Date(parseInt(name.split('.')[0] ?? '', 36))
  if (!isShownAt(ctx, at)) return false
  const rows = await eventsSince(ctx.db, ctx, member_id, eventsOf()).where('at', '=', at).limit(MOST_AT_ONCE).execute()
  const given = Buffer.from(name)
  return rows.some((row) => {
    const own = Buffer.from(nameOfRow(ctx, member_id, row))
    return own.length === given.length && timingSafeEqual(own, given)
  })
}
