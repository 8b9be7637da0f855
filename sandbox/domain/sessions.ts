// Security B6, a changed or reset password: whoever came in with the old one is out, at once and everywhere but here.
import { sql, type Transaction as SqlTransaction } from 'kysely'
import { hashOf } from '../context'
import type { Schema } from '../db/schema'

/** Where the password was changed. Without `browser` the sessions of that browser end too; only the visit goes on. */
type Here = { transaction_id: string; browser?: string | undefined }

/**
 * Ends all that a member has open: sessions, visits under way with their codes and proofs, resets, joins whose call could come
 * again, and the codes and tokens of partners. Runs in the database transaction that changes the member.
 * @param except.browser the key of the browser whose session stays
 */
export async function endEverythingOf(db: SqlTransaction<Schema>, member_id: string, except?: Here): Promise<void> {
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
  await db.deleteFrom('joins').where('member_id', '=', member_id).execute()
  // A visit stays and is nobody's again: whoever is before it may sign in anew.
  await db
    .updateTable('transactions')
    .set({ member_id: null, step: null, amr: '[]', stay_session: false, session_stands: false })
    .where('member_id', '=', member_id)
    .where('id', '!=', transaction_id)
    .where('finished_at', 'is', null)
    .execute()
  const here = hashOf(transaction_id)
  const stays = browser ? await sessionBehind(db, here) : ''
  await sql`
    delete from oidc_payloads where payload->>'accountId' = ${member_id}
      and not (model = 'Session' and payload->>'uid' = ${stays})`.execute(db)
  await sql`
    delete from oidc_payloads where model = 'Interaction' and id <> ${here}
      and (payload#>>'{result,login,accountId}' = ${member_id} or
        (payload#>>'{session,accountId}' = ${member_id} and payload#>>'{session,uid}' <> ${stays}))`.execute(db)
  // @note the issuer refuses to go on with an interaction whose session it cannot find.
  await sql`
    update oidc_payloads set payload = payload - 'session' where model = 'Interaction' and id = ${here}
      and payload#>>'{session,accountId}' = ${member_id} and payload#>>'{session,uid}' <> ${stays}`.execute(db)
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
