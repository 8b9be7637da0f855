// Contract, "Account": the browsers in which a member is signed in, and what ends with each: the issuer's session with its grants and tokens, the visits
// under way, and the sessions at services.
import { sql, type Transaction as SqlTransaction } from 'kysely'
import type { Locale } from '../../../contract/locale.ts'
import type { SessionRow } from '../../../contract/shapes/account.ts'
import { hashOf, secondsFrom, type Ctx, type EndedSession } from '../../context.ts'
import type { Schema } from '../../db/schema.ts'
import { ACCOUNT_CLIENT } from '../../settings/clients.ts'
import { holdMember } from '../members/hold.ts'
import { nameOf } from '../sessions/serviceName.ts'
import { endedAt, leaveOtherVisits, tellServices, type ProviderSession } from '../sessions/sessions.ts'
import { IDLE_SECONDS } from '../signIn/accounts.ts'
import { secondOf } from '../signIn/authTime.ts'
import { bindingOf } from './accountVisit.ts'
import { placeText } from './places.ts'

type Session = ProviderSession & {
  uid: string
  loginTs?: number
  authorizations?: Record<string, { sid?: string; grantId?: string }>
}

/**
 * The browser of a call. `uid`: of the issuer's session. `browser`: the key of the browser. `visits`: the secrets of its visits. A command has none of
 * them.
 */
export type Here = { uid?: string; browser?: string | undefined; visits?: readonly string[] }

type Db = Ctx['db'] | SqlTransaction<Schema>

async function sessionsOf(db: Db, member_id: string, now: Date): Promise<Session[]> {
  const { rows } = await sql<{ payload: Session }>`
    select payload from oidc_payloads
    where model = 'Session' and payload->>'accountId' = ${member_id} and expires_at > ${now}`.execute(db)
  return rows.map(({ payload }) => payload)
}

const rowsOf = (ctx: Ctx, db: Db, member_id: string) =>
  db
    .selectFrom('browser_sessions as b')
    .leftJoin('devices as d', 'd.id', 'b.id')
    .select(['b.id', 'b.browser_hash', 'b.signed_in_at', 'b.last_used_at'])
    .select(['d.browser', 'd.system', 'd.country', 'd.city'])
    .where('b.member_id', '=', member_id)
    .where('b.expires_at', '>', ctx.now())
    .where((eb) =>
      eb.or([eb('b.stay_session', '=', true), eb('b.last_used_at', '>', secondsFrom(ctx.now(), -IDLE_SECONDS))]),
    )
    .orderBy('b.last_used_at', 'desc')
    .orderBy('b.id')

type DeviceRow = { id: string; signed_in_at: Date }

/**
 * The issuer's sessions behind a browser's session.
 * NOTE: a session of the release before, or of a sign-in that ends at this moment, has no link. It has the time of its sign-in.
 */
async function sessionsBehind(
  db: Db,
  sessions: readonly Session[],
  member_id: string,
): Promise<(row: DeviceRow) => Session[]> {
  const links = await db
    .selectFrom('device_sessions')
    .select(['uid_hash', 'device_id'])
    .where('member_id', '=', member_id)
    .execute()
  const deviceOf = new Map(links.map(({ uid_hash, device_id }) => [uid_hash, device_id]))
  return ({ id, signed_in_at }) =>
    sessions.filter(({ uid, loginTs }) => {
      const device = deviceOf.get(hashOf(uid))
      return device === undefined ? loginTs === secondOf(signed_in_at) : device === id
    })
}

/** Those of the services at which these sessions still have a grant: a withdrawal ends it, and the session goes on. */
async function grantedAt(ctx: Ctx, sessions: readonly Session[]): Promise<Set<string>> {
  const ids = sessions.flatMap(({ authorizations = {} }) => grantsIn(authorizations))
  const { rows } = await sql<{ id: string }>`
    select id from oidc_payloads where model = 'Grant' and id = any(${ids}) and expires_at > ${ctx.now()}`.execute(
    ctx.db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The IDs of the rows of the grants. */
const grantsIn = (authorizations: NonNullable<Session['authorizations']>): string[] =>
  Object.values(authorizations).flatMap(({ grantId }) => (grantId ? [hashOf(grantId)] : []))

/** The browsers, the last used first. @param locale of the names */
export async function listDevices(ctx: Ctx, member_id: string, here: Here, locale: Locale): Promise<SessionRow[]> {
  const rows = await rowsOf(ctx, ctx.db, member_id).limit(1000).execute()
  const all = await sessionsOf(ctx.db, member_id, ctx.now())
  const behind = await sessionsBehind(ctx.db, all, member_id)
  const granted = await grantedAt(ctx, all)
  const services = await ctx.db
    .selectFrom('services')
    .select(['client_id', 'rp_name', 'display_name', 'display_name_en', 'display_name_cn'])
    .where('client_id', '!=', ACCOUNT_CLIENT)
    .execute()
  return rows.map((row) => {
    const sessions = behind(row)
    const used = new Set(
      sessions.flatMap(({ authorizations = {} }) =>
        Object.entries(authorizations).flatMap(([id, { grantId }]) =>
          grantId && granted.has(hashOf(grantId)) ? [id] : [],
        ),
      ),
    )
    const isHere = here.browser !== undefined && row.browser_hash === hashOf(here.browser)
    return {
      id: row.id,
      browser: row.browser ?? '',
      system: row.system ?? '',
      place: placeText(row, locale),
      signed_in_at: row.signed_in_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
      current: isHere || sessions.some(({ uid }) => uid === here.uid),
      services: services.filter(({ client_id }) => used.has(client_id)).map((service) => nameOf(service, locale)),
    }
  })
}

/** Ends sessions of the issuer with their grants, tokens, proofs and visits. @returns the sessions at services */
async function endSessions(db: SqlTransaction<Schema>, sessions: readonly Session[]): Promise<EndedSession[]> {
  if (sessions.length === 0) return []
  const uids = sessions.map(({ uid }) => uid)
  const hashes = uids.map(hashOf)
  const { rows } = await sql<{ payload: Session }>`
    delete from oidc_payloads where model = 'Session' and uid = any(${hashes}) returning payload`.execute(db)
  const grants = rows.flatMap(({ payload: { authorizations = {} } }) => grantsIn(authorizations))
  await sql`
    delete from oidc_payloads
    where grant_id = any(${grants}) or (model = 'Grant' and id = any(${grants}))`.execute(db)
  await sql`
    delete from oidc_payloads
    where model = 'Interaction' and payload#>>'{session,uid}' = any(${uids})`.execute(db)
  await db.deleteFrom('account_proofs').where('session_hash', 'in', hashes).execute()
  // What the member began in the account of these browsers.
  await db.deleteFrom('transactions').where('binding_hash', 'in', uids.map(bindingOf)).execute()
  return rows.flatMap(({ payload }) => endedAt(payload))
}

/** The bindings of the visits that stay: those of this browser, and what was begun in the account of sessions that go on. */
const stays = ({ visits = [] }: Here, sessions: readonly Session[]): string[] => [
  ...visits.map(hashOf),
  ...sessions.map(({ uid }) => bindingOf(uid)),
]

/** A join can be answered again and accepts a letter, so it ends with the browser. */
const endJoins = (db: SqlTransaction<Schema>, member_id: string) =>
  db.deleteFrom('joins').where('member_id', '=', member_id).execute()

export type Ended = { services: number; wasHere: boolean }

/**
 * Signs one browser out, and tells its services.
 * NOTE: nothing says in which browser a visit has begun, so each visit of this member in another browser than the caller's starts again.
 * @returns null if the member has no such browser
 */
export async function endDevice(ctx: Ctx, member_id: string, id: string, here: Here): Promise<Ended | null> {
  const ended = await ctx.db.transaction().execute(async (db) => {
    await holdMember(db, member_id)
    const row = await db
      .selectFrom('browser_sessions')
      .select(['id', 'browser_hash', 'signed_in_at'])
      .where('id', '=', id)
      .where('member_id', '=', member_id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return null
    const all = await sessionsOf(db, member_id, ctx.now())
    const gone = (await sessionsBehind(db, all, member_id))(row)
    await db.deleteFrom('browser_sessions').where('id', '=', id).execute()
    const services = await endSessions(db, gone)
    await endJoins(db, member_id)
    const wasHere =
      (here.browser !== undefined && row.browser_hash === hashOf(here.browser)) ||
      gone.some(({ uid }) => uid === here.uid)
    const kept = all.filter((session) => !gone.includes(session))
    await leaveOtherVisits(db, member_id, stays(wasHere ? {} : here, kept))
    await tellServices({ ...ctx, db }, services)
    return { services: services.length, wasHere }
  })
  if (ended) ctx.jobs.wake()
  return ended
}

/**
 * Signs every browser but this one out, in the transaction of its cause. Call `ctx.jobs.wake()` after the commit.
 * @returns how many browsers were signed out
 */
export async function endOthersIn(
  ctx: Ctx & { db: SqlTransaction<Schema> },
  member_id: string,
  here: Here,
): Promise<number> {
  const { db } = ctx
  await holdMember(db, member_id)
  const others = db
    .deleteFrom('browser_sessions')
    .where('member_id', '=', member_id)
    .where('browser_hash', '!=', here.browser === undefined ? '' : hashOf(here.browser))
  const gone = await others.returning('id').execute()
  const all = await sessionsOf(db, member_id, ctx.now())
  const kept = all.filter(({ uid }) => uid === here.uid)
  const services = await endSessions(
    db,
    all.filter(({ uid }) => uid !== here.uid),
  )
  // Tokens can outlive the session that they came from.
  const grants = kept.flatMap(({ authorizations = {} }) => grantsIn(authorizations))
  await sql`
    delete from oidc_payloads where payload->>'accountId' = ${member_id} and model not in ('Session', 'Interaction')
      and not (coalesce(grant_id, '') = any(${grants}) or (model = 'Grant' and id = any(${grants})))`.execute(db)
  await endJoins(db, member_id)
  await leaveOtherVisits(db, member_id, stays(here, kept))
  await tellServices(ctx, services)
  return gone.length
}

/** Signs every browser but this one out, and tells the services. @returns how many */
export async function endOtherDevices(ctx: Ctx, member_id: string, here: Here): Promise<number> {
  const count = await ctx.db.transaction().execute((db) => endOthersIn({ ...ctx, db }, member_id, here))
  ctx.jobs.wake()
  return count
}
