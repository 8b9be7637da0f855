// Security E5, E7: what follows when a row of a member, a membership or a service changes, by a route or by an operator's statement in the database. Triggers
// write down what changed (db/migrations/later.ts).
import { sql, type Selectable } from 'kysely'
import { regularly } from './background.ts'
import type { Ctx, EndedSession } from './context.ts'
import type { Looked, Schema, Standing } from './db/schema.ts'
import { changeBetween } from './domain/account/channelChanges.ts'
import { loginIdKey } from './domain/members/loginId.ts'
import type { Kind } from './domain/notices/noticeKinds.ts'
import { memberToTell, notify, type Causes, type Told } from './domain/notices/notices.ts'
import { endedAt, tellServices, type ProviderSession } from './domain/sessions/sessions.ts'
import { noticesOf } from './domain/notices/standingNotices.ts'
import { mayUse } from './domain/sessions/tokenUse.ts'
import { followEvents } from './domain/webhooks/memberEvents.ts'
import { revokeGrantsOf } from './oidc/adapter.ts'

const EVERY_MS = 1000

type Session = ProviderSession & {
  accountId: string
  loginTs?: number
  amr?: string[]
  authorizations?: Record<string, { sid?: string; grantId?: string }>
}

/** The sessions of a member. */
async function sessionsOf(ctx: Ctx, member_id: string): Promise<Session[]> {
  const { rows } = await sql<{ payload: Session }>`
    select payload from oidc_payloads
    where model = 'Session' and expires_at > ${ctx.now()} and payload->>'accountId' = ${member_id}`.execute(ctx.db)
  return rows.map(({ payload }) => payload)
}

/** So many sessions are looked at in one transaction: a service can have millions, and each one takes some statements. */
const SESSIONS_AT_ONCE = 200

/**
 * Sessions of all members, in the order of their rows.
 * @param after the last row of the look before
 * @returns those at this service, and the last row of this look; null: there are no more
 */
async function sessionsAt(ctx: Ctx, client_id: string, after: string) {
  const { rows } = await sql<{ id: string; payload: Session | null }>`
    select id, case when payload->'authorizations' ? ${client_id}::text and payload->>'accountId' is not null then payload end as payload
    from oidc_payloads where model = 'Session' and id > ${after} and expires_at > ${ctx.now()}
    order by id limit ${sql.lit(SESSIONS_AT_ONCE)}`.execute(ctx.db)
  const last = rows.length === SESSIONS_AT_ONCE ? (rows.at(-1)?.id ?? null) : null
  return { sessions: rows.flatMap(({ payload }) => payload ?? []), last }
}

/** Ends the tokens of each service that may not have the member of this session any more. */
async function endRefused(ctx: Ctx, session: Session, client_id: string | null): Promise<EndedSession[]> {
  const { accountId: member_id, loginTs: signed_in, amr, authorizations = {} } = session
  const refused: Session['authorizations'] = {}
  for (const [at, authorization] of Object.entries(authorizations)) {
    const use = { member: member_id, client_id: at, scopes: [], signed_in, amr }
    if ((client_id === null || client_id === at) && !(await mayUse(ctx, use))) refused[at] = authorization
  }
  await revokeGrantsOf(ctx, { authorizations: refused })
  return endedAt({ accountId: member_id, authorizations: refused })
}

type Change = Selectable<Schema['standing_changes']>

const isRest = (became: Change['became']): became is Looked => became !== null && 'after' in became

/** The changes of the account's pages that a notice tells of: a link undoes them. */
const causesOf = async (
  ctx: Ctx,
  member_id: string,
  was: Standing,
  became: Standing,
): Promise<Partial<Record<Kind, string | undefined>>> => ({
  phone: await changeBetween(ctx, { member_id, channel: 'phone', was: was.phone, became: became.phone }),
  address: await changeBetween(ctx, {
    member_id,
    channel: 'email',
    was: loginIdKey(was.login_id),
    became: loginIdKey(became.login_id),
  }),
})

/** @returns whom to tell of a change: the member by the channels from before it, so that a thief cannot send the notice elsewhere */
async function noticesFor(ctx: Ctx, change: Change): Promise<[Kind, Told, Causes][]> {
  const { member_id, was, was_reset } = change
  const became = isRest(change.became) ? null : change.became
  const kinds: Kind[] = [
    ...(was_reset ? (['supportReset'] as const) : []),
    ...(was && became ? noticesOf(was, became) : []),
  ]
  if (member_id === null || kinds.length === 0) return []
  const member = await memberToTell(ctx, member_id)
  if (!member) return []
  const told = was ? { ...member, login_id: was.login_id, phone: was.phone } : member
  const causes = was && became ? await causesOf(ctx, member_id, was, became) : {}
  return kinds.map((kind) => [kind, told, causes[kind] === undefined ? {} : { change_id: causes[kind] }])
}

/** A statement may have changed thousands of members: so many changes are handled in one transaction. */
const AT_ONCE = 100

/** The sessions that a change may concern. What is left of a change of a service is a change of its own, which comes after those that wait by now. */
async function concernedBy(
  ctx: Ctx,
  { member_id, client_id, became }: Change,
): Promise<{ sessions: Session[]; isAll: boolean }> {
  if (member_id !== null || client_id === null)
    return { sessions: member_id === null ? [] : await sessionsOf(ctx, member_id), isAll: true }
  const { sessions, last } = await sessionsAt(ctx, client_id, isRest(became) ? became.after : '')
  const rest = { client_id, became: { after: last ?? '' } }
  if (last !== null) await ctx.db.insertInto('standing_changes').values(rest).execute()
  return { sessions, isAll: last === null }
}

type Followed = {
  /** How many changes were handled. */
  count: number
  /** Whether each of them was handled to its end. */
  isAll: boolean
}

async function followSome(ctx: Ctx): Promise<Followed> {
  const some = ctx.db.selectFrom('standing_changes').select('id').orderBy('id').limit(AT_ONCE).forUpdate().skipLocked()
  const changes = await ctx.db.deleteFrom('standing_changes').where('id', 'in', some).returningAll().execute()
  let isAll = true
  for (const change of changes) {
    const concerned = await concernedBy(ctx, change)
    isAll &&= concerned.isAll
    for (const session of concerned.sessions) await tellServices(ctx, await endRefused(ctx, session, change.client_id))
  }
  for (const change of changes)
    for (const [kind, member, causes] of await noticesFor(ctx, change)) await notify(ctx, kind, member, null, causes)
  return { count: changes.length, isAll }
}

/** Handles the changes that nobody has handled yet. Of several processes, one handles each change. */
export async function followChanges(ctx: Ctx): Promise<void> {
  for (;;) {
    const { count, isAll } = await ctx.db.transaction().execute((db) => followSome({ ...ctx, db }))
    if (count > 0) ctx.jobs.wake()
    if (count < AT_ONCE && isAll) return
  }
}

/**
 * Looks every second for changes, and for events of members that services are told of: the sessions of a large service take minutes, and no event waits for them.
 * @returns a function that stops it
 */
export function followChangesRegularly(ctx: Ctx): () => void {
  const stops = [followChanges, followEvents].map((follow) =>
    regularly(ctx.background, 'standing.failed', EVERY_MS, () => follow(ctx)),
  )
  return () => stops.forEach((stop) => stop())
}
