// Security B5 and B6, what a sign-out ends in its browser, and what a changed or reset password ends everywhere
// except in the browser of the change, so that a thief with the old password loses access.
import { sql, type Transaction as SqlTransaction } from 'kysely'
import { hashOf, type Ctx, type EndedSession } from '../../context.ts'
import type { Schema } from '../../db/schema.ts'
import { addJob } from '../../jobs/queue.ts'
import { concerns } from '../codes/challenge.ts'
import { holdMember } from '../members/hold.ts'
import { knownTransactions, UNASSIGNED, type Secrets } from '../signIn/transactions.ts'

/** The part of a provider session that names its services. */
export type ProviderSession = {
  accountId?: string | undefined
  authorizations?: Record<string, { sid?: string }> | undefined
}

/** The session's ID at each of its services. */
export const endedAt = ({ accountId, authorizations = {} }: ProviderSession): EndedSession[] =>
  Object.entries(authorizations).flatMap(([client_id, { sid }]) =>
    accountId && sid ? [{ client_id, member_id: accountId, sid }] : [],
  )

/** Adds a job for each service that wants to know that its session has ended. Call `ctx.jobs.wake()` after the commit. */
export async function tellServices(ctx: Ctx, ended: readonly EndedSession[]): Promise<void> {
  for (const session of ended)
    if (ctx.clients.some((one) => one.client_id === session.client_id && one.backchannel_logout_uri))
      await addJob(ctx, 'session.logout', session)
}

/**
 * Lets a session end so many seconds from now.
 * NOTE: the library's `save` writes the session as this call has read it. That would bring back a session that was ended meanwhile, and drop a service at which
 * another tab has signed in since.
 */
export async function prolongSession({ db }: Ctx, id: string, seconds: number): Promise<void> {
  const exp = Math.floor(Date.now() / 1000) + seconds
  await sql`
    update oidc_payloads set payload = jsonb_set(payload, '{exp}', to_jsonb(${exp}::bigint)), expires_at = ${new Date(exp * 1000)}
    where model = 'Session' and id = ${hashOf(id)}`.execute(db)
}

/**
 * The place of the password change. Without `browser` its sessions end too, and only the visit continues. `uid`: of the provider's session that stays, if
 * it is not the one with which the visit began.
 */
type Here = { transaction_id: string; browser?: string | undefined; uid?: string }

/**
 * Ends all that a member has open: sessions, visits under way with their codes and proofs, resets, joins whose call could come
 * again, and the codes and tokens of partners. Runs in the database transaction that changes the member.
 * @param except.browser the key of the browser whose session stays
 * @returns the sessions to pass to `tellServices` in the same transaction
 */
export async function endEverythingOf(
  db: SqlTransaction<Schema>,
  member_id: string,
  except?: Here,
): Promise<EndedSession[]> {
  const { transaction_id = '', browser, uid } = except ?? {}
  await holdMember(db, member_id)
  await db
    .deleteFrom('browser_sessions')
    .where('member_id', '=', member_id)
    .where('browser_hash', '!=', browser ? hashOf(browser) : '')
    .execute()
  await db.deleteFrom('proofs').where(concerns(member_id)).where('transaction_id', '!=', transaction_id).execute()
  for (const table of ['challenges', 'reset_tokens'] as const)
    await db
      .deleteFrom(table)
      .where('member_id', '=', member_id)
      .where('transaction_id', '!=', transaction_id)
      .execute()
  // One of the browsers that know the old password may be a thief's.
  await db.deleteFrom('known_browsers').where('member_id', '=', member_id).execute()
  await db.deleteFrom('pending_passwords').where('member_id', '=', member_id).execute()
  await db.deleteFrom('joins').where('member_id', '=', member_id).execute()
  // The visit stays open without a member, so that the person at the browser can sign in again.
  await db
    .updateTable('transactions')
    .set(UNASSIGNED)
    .where('member_id', '=', member_id)
    .where('id', '!=', transaction_id)
    .where('finished_at', 'is', null)
    .execute()
  const here = hashOf(transaction_id)
  const stays = uid ?? (browser ? await sessionBehind(db, here) : '')
  const ended = await sql<{ model: string; payload: ProviderSession }>`
    delete from oidc_payloads where payload->>'accountId' = ${member_id}
      and not (model = 'Session' and payload->>'uid' = ${stays}) returning model, payload`.execute(db)
  await sql`
    delete from oidc_payloads where model = 'Interaction' and id <> ${here}
      and (payload#>>'{result,login,accountId}' = ${member_id} or
        (payload#>>'{session,accountId}' = ${member_id} and payload#>>'{session,uid}' <> ${stays}))`.execute(db)
  // NOTE: the issuer refuses to continue an interaction whose session it cannot find.
  await sql`
    update oidc_payloads set payload = payload - 'session' where model = 'Interaction' and id = ${here}
      and payload#>>'{session,accountId}' = ${member_id} and payload#>>'{session,uid}' <> ${stays}`.execute(db)
  return ended.rows.flatMap(({ model, payload }) => (model === 'Session' ? endedAt(payload) : []))
}

/** A large service has millions of rows: so many are looked at in one statement. */
const ROWS_AT_ONCE = 1000

/** Ends every code, token and grant of a service. */
export async function endTokensAt({ db }: Pick<Ctx, 'db'>, client_id: string): Promise<void> {
  for (const model of ['Grant', 'RefreshToken', 'AccessToken', 'AuthorizationCode'])
    for (let after: string | null = ''; after !== null;) {
      const found: { rows: { last: string | null }[] } = await sql<{ last: string | null }>`
        with page as materialized (
          select id, payload->>'clientId' as client_id from oidc_payloads
          where model = ${model} and id > ${after} order by id limit ${sql.lit(ROWS_AT_ONCE)}
        ), gone as (
          delete from oidc_payloads where model = ${model} and id in (select id from page where client_id = ${client_id})
        )
        select max(id) as last from page having count(*) = ${sql.lit(ROWS_AT_ONCE)}`.execute(db)
      after = found.rows[0]?.last ?? null
    }
}

/** The uid of the provider's session with which a visit began, or nothing. */
async function sessionBehind(db: SqlTransaction<Schema>, interaction: string): Promise<string> {
  const row = await db
    .selectFrom('oidc_payloads')
    .select(sql<string | null>`payload#>>'{session,uid}'`.as('uid'))
    .where('model', '=', 'Interaction')
    .where('id', '=', interaction)
    .executeTakeFirst()
  return row?.uid ?? ''
}

/**
 * Removes the member from this browser's visits, so that the next person finds no half-finished sign-in and no tab that can join,
 * set a password or repeat a call.
 * @param member_id only this member's visits; all visits if omitted
 */
export async function leaveVisits({ db }: Ctx, secrets: Secrets, member_id?: string): Promise<void> {
  const bound = [...secrets.values()].map(hashOf)
  if (bound.length === 0) return
  await db.transaction().execute((trx) => leave(trx, 'in', bound, member_id))
}

/** The same for this member's visits in all other browsers. @param bound the bindings of the visits that stay */
export const leaveOtherVisits = (db: SqlTransaction<Schema>, member_id: string, bound: readonly string[]) =>
  leave(db, 'not in', bound.length > 0 ? bound : [''], member_id)

async function leave(
  db: SqlTransaction<Schema>,
  which: 'in' | 'not in',
  bound: readonly string[],
  member_id?: string,
): Promise<void> {
  const [is, whose] = member_id === undefined ? (['is not', null] as const) : (['=', member_id] as const)
  const here = db
    .selectFrom('transactions')
    .select('id')
    .where('binding_hash', which, bound)
    // Of all visits elsewhere only this member's, which an index finds.
    .$if(which === 'not in', (query) => query.where('member_id', is, whose))
  await db.deleteFrom('proofs').where('transaction_id', 'in', here).where(concerns(member_id)).execute()
  for (const table of ['challenges', 'reset_tokens', 'joins'] as const)
    await db.deleteFrom(table).where('transaction_id', 'in', here).where('member_id', is, whose).execute()
  const left = await db
    .updateTable('transactions')
    .set(UNASSIGNED)
    .where('id', 'in', here)
    .where('member_id', is, whose)
    .returning(['id', 'finished_at'])
    .execute()
  const answered = left.filter(({ finished_at }) => finished_at !== null).map(({ id }) => hashOf(id))
  if (answered.length > 0)
    await db.deleteFrom('oidc_payloads').where('model', '=', 'Interaction').where('id', 'in', answered).execute()
}

/** Whether `leaveVisits` would end anything: a visit of this browser has a member, or something that belongs to one. */
export async function hasOpenVisit(ctx: Ctx, secrets: Secrets): Promise<boolean> {
  const visits = await knownTransactions(ctx, secrets)
  if (visits.some(({ member_id }) => member_id !== null)) return true
  const ids = visits.map(({ id }) => id)
  if (ids.length === 0) return false
  const of = (table: 'challenges' | 'reset_tokens' | 'joins') =>
    ctx.db
      .selectFrom(table)
      .select('transaction_id')
      .where('transaction_id', 'in', ids)
      .where('member_id', 'is not', null)
  const proofs = ctx.db
    .selectFrom('proofs')
    .select('transaction_id')
    .where('transaction_id', 'in', ids)
    .where(concerns())
  const open = await proofs
    .unionAll(of('challenges'))
    .unionAll(of('reset_tokens'))
    .unionAll(of('joins'))
    .limit(1)
    .execute()
  return open.length > 0
}
