// Operations: what an operator reads about members (`npm run members -- find` and `show`). Each look is a security event.
import { sql } from 'kysely'
import { secondsFrom, type Ctx } from '../../context.ts'
import type { Member } from '../../db/schema.ts'
import { waiting } from '../join/approvals.ts'
import { dayOf, minuteOf } from './days.ts'
import { stateOf, textOf, whoIs } from '../audit/eventList.ts'
import { record } from '../audit/events.ts'
import { passkeysOfMember } from '../passkeys/rows.ts'
import { loginIdKey } from './loginId.ts'
import { canonicalPhone } from './phone.ts'

const MOST_FOUND = 20
const DAYS = 30

/**
 * A line for each member whose login ID begins with the text, whose phone it is, or whose name has it.
 * NOTE: the name has no index: a search reads the table, which takes a second or two for a million members.
 */
export async function* find(ctx: Ctx, text: string, by: string): AsyncGenerator<string> {
  const begins = `${loginIdKey(text).replace(/[\\%_]/g, String.raw`\$&`)}%`
  const has = `%${text
    .normalize('NFC')
    .trim()
    .replace(/[\\%_]/g, String.raw`\$&`)}%`
  const rows = await ctx.readOld((db) =>
    db
      .selectFrom('members')
      .select(['id', 'login_id', 'name', 'phone', 'status', 'join_status', 'joined', 'created_at'])
      .where((eb) =>
        eb.or([
          eb('login_id_key', 'like', begins),
          eb('name', 'ilike', has),
          eb('phone', '=', canonicalPhone(text) ?? null),
        ]),
      )
      .orderBy('login_id_key')
      .limit(MOST_FOUND + 1)
      .execute(),
  )
  await record(ctx, 'operator.searched', {}, { by, found: Math.min(rows.length, MOST_FOUND) })
  if (rows.length === 0) yield 'nobody found'
  for (const row of rows.slice(0, MOST_FOUND))
    yield `${row.id}  ${row.login_id}  ${row.name}  ${row.phone ?? 'no phone'}  ${stateOf(row)}  since ${dayOf(row.created_at)}`
  if (rows.length > MOST_FOUND) yield `more than ${MOST_FOUND}: narrow the search`
}

/** The members who wait for an approval. */
export async function* waitingLines(ctx: Ctx, by: string): AsyncGenerator<string> {
  const rows = await waiting(ctx)
  await record(ctx, 'operator.searched', {}, { by, found: rows.length })
  if (rows.length === 0) yield 'nobody waits for an approval'
  for (const { login_id, name, requested_at } of rows) yield `${login_id} (${name}), since ${requested_at}`
}

/** State, factors, services, consents, sessions, locks, and the events of the last 30 days. */
export async function* show(ctx: Ctx, member: Member, by: string): AsyncGenerator<string> {
  const { db } = ctx
  const now = ctx.now()
  await record(ctx, 'operator.read', { member_id: member.id }, { by })
  const who = await whoIs(db, ctx.keys, member.id, now)
  yield* who.state
  yield `${member.login_id}${member.email_verified ? '' : ' (not proved)'}, ${member.name}, member number ${member.mbr_no}`
  yield `${member.member_kind}${member.member_type_code ? ` ${member.member_type_code}` : ''}, since ${dayOf(member.created_at)}${member.join_reason === null ? '' : `, reason: ${member.join_reason}`}`
  const imported = await db
    .selectFrom('imported_members')
    .select('at')
    .where('member_id', '=', member.id)
    .executeTakeFirst()
  if (imported) yield `imported ${minuteOf(imported.at)}, has not signed in since`
  const factor = member.admin ? 'SMS, as an administrator' : member.second_factor
  yield `password of ${dayOf(member.password_changed_at)}${member.must_change_password ? ', to be changed' : ''}; second factor: ${factor}; phone: ${member.phone ?? 'none'}`
  if (member.internal_only) yield 'signs in from internal networks only'
  if (member.allowed_ips.length > 0) yield `signs in from ${member.allowed_ips.join(', ')}`
  for (const { id, name, backed_up, created_at, last_used_at } of await passkeysOfMember(ctx, member.id))
    yield `passkey ${id}: ${name}${backed_up ? ', synchronised' : ''}, since ${dayOf(created_at)}, ${last_used_at ? `last used ${minuteOf(last_used_at)}` : 'not used'}`
  const services = await db.selectFrom('service_members').selectAll().where('member_id', '=', member.id).execute()
  for (const { client_id, allowed, first_used_at, scopes } of services)
    yield `service ${client_id}: ${allowed ? 'allowed' : 'not allowed'}, ${first_used_at ? `used since ${dayOf(first_used_at)}` : 'not used'}, scopes: ${scopes?.join(' ') ?? 'none'}`
  const consents = await db
    .selectFrom('consents')
    .distinctOn(['owner', 'terms_code'])
    .selectAll()
    .where('member_id', '=', member.id)
    .orderBy('owner')
    .orderBy('terms_code')
    .orderBy('id', 'desc')
    .execute()
  for (const { owner, terms_code, version, agreed, at } of consents)
    yield `terms ${owner} ${terms_code} version ${version}: ${agreed ? 'agreed' : 'not agreed'} ${minuteOf(at)}`
  const sessions = await db
    .selectFrom('browser_sessions')
    .select(['signed_in_at', 'last_used_at', 'expires_at'])
    .where('member_id', '=', member.id)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .execute()
  for (const { signed_in_at, last_used_at, expires_at } of sessions)
    yield `session since ${minuteOf(signed_in_at)}, last used ${minuteOf(last_used_at)}, until ${minuteOf(expires_at)}`
  if (sessions.length === 0) yield 'no sessions'
  const { count } = await db
    .selectFrom('oidc_payloads')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(sql<boolean>`payload->>'accountId' = ${member.id}`)
    .where('model', 'in', ['AccessToken', 'RefreshToken'])
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  yield `tokens of services: ${count}`
  yield* textOf(db, { who: { ...who, state: [] }, since: secondsFrom(now, -DAYS * 86_400), network: [] })
}
