// `npm run events`, the answer to "why could a member not sign in?": the member's state, and what happened, in words.
import { sql } from 'kysely'
import { ACTIVITY_TEXTS, FAILED_SIGN_INS } from '../../../contract/activityTexts.ts'
import * as detailCodes from '../../../contract/detailCodes.ts'
import { ACCOUNT_WORDS } from '../../../server/accountTexts.ts'
import { isUuid, latestOf } from '../../context.ts'
import type { BackendKeys } from '../../db/keys.ts'
import type { AuditEvent, Member } from '../../db/schema.ts'
import type { Reader } from '../../db/standby.ts'
import { activityOf } from '../account/activityNames.ts'
import { MOST_WRONG } from '../signIn/attempts.ts'
import { secondsOf } from '../members/days.ts'
import { CLIENT_ERROR, EVENTS, type SecurityEvent } from './eventNames.ts'
import { loginIdHash } from './events.ts'
import { loginIdKey } from '../members/loginId.ts'
import { isInside } from '../limits/networks.ts'

/** Lines that fit on a screen. */
const MOST_LINES = 40
const PAGE = 1000

type Who = { member_id: string | null; login_id_hash: string; state: string[] }
/** `network`: addresses and networks; none means all. */
export type Wanted = { who: Who | null; since: Date; event?: string | undefined; network: readonly string[] }

export const stateOf = ({ joined, status, join_status }: Pick<Member, 'joined' | 'status' | 'join_status'>): string =>
  joined ? `${status}, ${join_status}` : 'known, has not joined'

/** The member of a login ID or a member ID, with lines about the state. Wrong passwords of a login ID without a member are found as well. */
export async function whoIs(db: Reader, keys: Pick<BackendKeys, 'codes'>, named: string, now: Date): Promise<Who> {
  const isId = isUuid(named.toLowerCase())
  const member = await db
    .selectFrom('members')
    .select(['id', 'login_id_key', 'status', 'join_status', 'joined'])
    .where(isId ? 'id' : 'login_id_key', '=', isId ? named : loginIdKey(named))
    .executeTakeFirst()
  const key = member?.login_id_key ?? loginIdKey(named)
  const attempts = await db.selectFrom('login_attempts').selectAll().where('login_id_key', '=', key).execute()
  const locks = attempts.flatMap(({ locked_until, last_at, device_hash }) => {
    if (locked_until === null || locked_until <= now || last_at > latestOf(now)) return []
    return [`${device_hash === '' ? 'locked' : 'locked in a known browser'} until ${secondsOf(locked_until)}`]
  })
  const wrong = attempts.reduce((most, { wrong_count }) => Math.max(most, wrong_count), 0)
  const account = member ? `member ${member.id}: ${stateOf(member)}` : 'no member has this login ID now'
  const open = `not locked; wrong passwords in a row: ${wrong} of ${MOST_WRONG}`
  const state = [account, ...(locks.length > 0 ? locks : [open])]
  return { member_id: member?.id ?? null, login_id_hash: loginIdHash(keys, key), state }
}

/** The events that are asked for, in the order in which they were written. */
export async function* eventsSince(db: Reader, { who, since, event, network }: Wanted): AsyncGenerator<AuditEvent> {
  const wanted = db
    .selectFrom('audit_events')
    .where('at', '>=', since)
    .$if(event !== undefined, (query) => query.where('event', '=', event ?? ''))
    .$if(who !== null, (query) =>
      query.where((eb) =>
        eb.or([eb('member_id', '=', who?.member_id ?? null), eb('login_id_hash', '=', who?.login_id_hash ?? null)]),
      ),
    )
  const first = await wanted.select((eb) => eb.fn.min('id').as('id')).executeTakeFirst()
  for (let after = (first?.id ?? 0) - 1; ;) {
    const page = await wanted.selectAll().where('id', '>', after).orderBy('id').limit(PAGE).execute()
    // The address of a row that stands for several is a network.
    const isWanted = ({ ip }: AuditEvent) => isInside(ip?.split('/')[0] ?? '', network)
    yield* network.length > 0 ? page.filter(isWanted) : page
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last.id
  }
}

const names = new Map(Object.entries(detailCodes).map(([name, code]) => [code as number, name]))

/** `detail_code` gets its name, which says why. */
function detailsOf({ aggregated: isCounted, since, ...fields }: AuditEvent['fields']): string {
  const told = Object.entries(fields).map(([name, value]) =>
    name === 'detail_code' ? `${names.get(Number(value)) ?? 'code'} (${String(value)})` : `${name} ${String(value)}`,
  )
  return [...told, ...(isCounted ? [`counted together since ${String(since)}`] : [])].join(', ')
}

const wordsOf = (event: string): string =>
  event === CLIENT_ERROR ? 'an error in the browser' : (EVENTS[event as SecurityEvent]?.says ?? event)

/** What the member reads of it in the account. Null: the account does not show the event. */
function shownAs(event: string): string | null {
  const shown = activityOf(event)
  if (!shown) return null
  return ACCOUNT_WORDS[shown.result ? FAILED_SIGN_INS[shown.result] : ACTIVITY_TEXTS[shown.as]]
}

function lineOf(event: AuditEvent): string {
  const details = detailsOf(event.fields)
  const what = `${wordsOf(event.event)}${details && ` (${details})`}${event.count > 1 ? ` ×${event.count}` : ''}`
  const where = `${event.client_id ?? 'no service'}  ${event.ip ?? 'no address'}`
  const shown = shownAs(event.event)
  const kind = shown === null ? event.event : `${event.event}, shown as "${shown}"`
  return `${secondsOf(event.at)}  ${what}  [${kind}]  ${where}  ref ${event.request_id ?? 'none'}`
}

/** The newest lines that fit on a screen, the oldest first. */
export async function* textOf(db: Reader, wanted: Wanted): AsyncGenerator<string> {
  yield* wanted.who?.state ?? []
  const lines: { at: Date; line: string }[] = []
  let count = 0
  for await (const event of eventsSince(db, wanted)) {
    count += 1
    lines.push({ at: event.at, line: lineOf(event) })
    if (lines.length > 2 * MOST_LINES) lines.splice(0, MOST_LINES)
  }
  const newest = lines.toSorted((one, other) => one.at.getTime() - other.at.getTime()).slice(-MOST_LINES)
  if (count === 0) yield `no events since ${secondsOf(wanted.since)}`
  if (count > newest.length) yield `${count - newest.length} earlier events: narrow the search, or export`
  for (const { line } of newest) yield line
  if (wanted.who) yield* countedTogether(db, wanted)
}

/** In a flood, the events of a network were counted together without their members. */
async function* countedTogether(db: Reader, { since }: Wanted): AsyncGenerator<string> {
  const rows = await db
    .selectFrom('audit_events')
    .select((eb) => ['ip', eb.fn.sum<string>('count').as('sum')])
    .where('at', '>=', since)
    .where('member_id', 'is', null)
    .where(sql<boolean>`fields ? 'aggregated'`)
    .where('event', '!=', CLIENT_ERROR)
    .groupBy('ip')
    .execute()
  for (const { ip, sum } of rows)
    yield `in a flood from ${ip ?? 'many networks'}, events were counted without their members: ${sum}`
}
