// Security E5, E7: what follows when a row of a member, a membership or a service changes, by a route or by an operator's statement in the database. Triggers
// write down what changed (db/migrations/later.ts).
import { sql, type Selectable } from 'kysely'
import { regularly } from './background.ts'
import type { Ctx, EndedSession } from './context.ts'
import type { Schema, Standing } from './db/schema.ts'
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

/** The sessions that a change may concern: of one member, or of all members at one service. */
async function sessionsOf(ctx: Ctx, member_id: string | null, client_id: string | null): Promise<Session[]> {
  const { rows } = await sql<{ payload: Session }>`
    select payload from oidc_payloads where model = 'Session' and expires_at > ${ctx.now()}
      and (${member_id}::text is null or payload->>'accountId' = ${member_id})
      and (${client_id}::text is null or payload->'authorizations' ? ${client_id}::text)
      and payload->>'accountId' is not null`.execute(ctx.db)
  return rows.map(({ payload }) => payload)
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
async function noticesFor(ctx: Ctx, { member_id, was, became, was_reset }: Change): Promise<[Kind, Told, Causes][]> {
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

/** @returns how many changes it has handled */
async function followSome(ctx: Ctx): Promise<number> {
  const some = ctx.db.selectFrom('standing_changes').select('id').orderBy('id').limit(AT_ONCE).forUpdate().skipLocked()
  const changes = await ctx.db.deleteFrom('standing_changes').where('id', 'in', some).returningAll().execute()
  for (const { member_id, client_id } of changes)
    for (const session of await sessionsOf(ctx, member_id, client_id))
      await tellServices(ctx, await endRefused(ctx, session, client_id))
  for (const change of changes)
    for (const [kind, member, causes] of await noticesFor(ctx, change)) await notify(ctx, kind, member, null, causes)
  return changes.length
}

/** Handles the changes that nobody has handled yet. Of several processes, one handles each change. */
export async function followChanges(ctx: Ctx): Promise<void> {
  for (;;) {
    const count = await ctx.db.transaction().execute((db) => followSome({ ...ctx, db }))
    if (count > 0) ctx.jobs.wake()
    if (count < AT_ONCE) return
  }
}

/** Looks every second for changes, and for events of members that services are told of. @returns a function that stops it */
export const followChangesRegularly = (ctx: Ctx): (() => void) =>
  regularly(ctx.background, 'standing.failed', EVERY_MS, async () => {
    await followChanges(ctx)
    await followEvents(ctx)
  })
