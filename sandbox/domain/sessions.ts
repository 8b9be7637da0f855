// Security B5 and B6, what ends with a sign-out in the browser where it happened, and with a changed or reset password everywhere
// but there: whoever came in with the old one is out.
import { sql, type Transaction as SqlTransaction } from 'kysely'
import { hashOf, type Ctx, type EndedSession } from '../context'
import type { Schema } from '../db/schema'
import { UNASSIGNED, type Secrets } from './transactions'

/** What of the provider's session says at which services it was used. */
export type ProviderSession = {
  accountId?: string | undefined
  authorizations?: Record<string, { sid?: string }> | undefined
}

/** That session as each of them knows it. */
export const endedAt = ({ accountId, authorizations = {} }: ProviderSession): EndedSession[] =>
  Object.entries(authorizations).flatMap(([client_id, { sid }]) =>
    accountId && sid ? [{ client_id, member_id: accountId, sid }] : [],
  )

/** Where the password was changed. Without `browser` the sessions of that browser end too; only the visit goes on. */
type Here = { transaction_id: string; browser?: string | undefined }

/**
 * Ends all that a member has open: sessions, visits under way with their codes and proofs, resets, joins whose call could come
 * again, and the codes and tokens of partners. Runs in the database transaction that changes the member.
 * @param except.browser the key of the browser whose session stays
 * @returns what `sessionsEnded` is told, once the transaction is through
 */
export async function endEverythingOf(
  db: SqlTransaction<Schema>,
  member_id: string,
  except?: Here,
): Promise<EndedSession[]> {
  const { transaction_id = '', browser } = except ?? {}
  await db
    .deleteFrom('browser_sessions')
    .where('member_id', '=', member_id)
    .where('browser_hash', '!=', browser ? hashOf(browser) : '')
    .execute()
  for (const table of ['challenges', 'proofs', 'reset_tokens'] as const)
    await db
      .deleteFrom(table)
      .where('member_id', '=', member_id)
      .where('transaction_id', '!=', transaction_id)
      .execute()
  // Of the browsers in which somebody signed in with the old password, one may be a thief's.
  await db.deleteFrom('known_browsers').where('member_id', '=', member_id).execute()
  await db.deleteFrom('pending_passwords').where('member_id', '=', member_id).execute()
  await db.deleteFrom('joins').where('member_id', '=', member_id).execute()
  // A visit stays and is nobody's again: whoever is before it may sign in anew.
  await db
    .updateTable('transactions')
    .set(UNASSIGNED)
    .where('member_id', '=', member_id)
    .where('id', '!=', transaction_id)
    .where('finished_at', 'is', null)
    .execute()
  const here = hashOf(transaction_id)
  const stays = browser ? await sessionBehind(db, here) : ''
  const ended = await sql<{ model: string; payload: ProviderSession }>`
    delete from oidc_payloads where payload->>'accountId' = ${member_id}
      and not (model = 'Session' and payload->>'uid' = ${stays}) returning model, payload`.execute(db)
  await sql`
    delete from oidc_payloads where model = 'Interaction' and id <> ${here}
      and (payload#>>'{result,login,accountId}' = ${member_id} or
        (payload#>>'{session,accountId}' = ${member_id} and payload#>>'{session,uid}' <> ${stays}))`.execute(db)
  // @note the issuer refuses to go on with an interaction whose session it cannot find.
  await sql`
    update oidc_payloads set payload = payload - 'session' where model = 'Interaction' and id = ${here}
      and payload#>>'{session,accountId}' = ${member_id} and payload#>>'{session,uid}' <> ${stays}`.execute(db)
  return ended.rows.flatMap(({ model, payload }) => (model === 'Session' ? endedAt(payload) : []))
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
 * The visits of this browser are nobody's again: the next person there finds no tab that is half way in, nor one that may still join,
 * set a password or take up an answer.
 * @param member_id whose; left out: everybody's
 */
export async function leaveVisits({ db }: Ctx, secrets: Secrets, member_id?: string): Promise<void> {
  const bound = [...secrets.values()].map(hashOf)
  if (bound.length === 0) return
  const [is, whose] = member_id === undefined ? (['is not', null] as const) : (['=', member_id] as const)
  await db.transaction().execute(async (trx) => {
    const here = trx.selectFrom('transactions').select('id').where('binding_hash', 'in', bound)
    for (const table of ['challenges', 'proofs', 'reset_tokens', 'joins'] as const)
      await trx.deleteFrom(table).where('transaction_id', 'in', here).where('member_id', is, whose).execute()
    const left = await trx
      .updateTable('transactions')
      .set(UNASSIGNED)
      .where('id', 'in', here)
      .where('member_id', is, whose)
      .returning(['id', 'finished_at'])
      .execute()
    const answered = left.filter(({ finished_at }) => finished_at !== null).map(({ id }) => hashOf(id))
    if (answered.length > 0)
      await trx.deleteFrom('oidc_payloads').where('model', '=', 'Interaction').where('id', 'in', answered).execute()
  })
}
