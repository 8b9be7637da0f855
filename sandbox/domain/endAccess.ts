// Quality B6, a changed password: whoever came in with the old one is out, at once and everywhere but here.
import { sql } from 'kysely'
import { hashOf, type Ctx } from '../context'

/** The issuer's sessions stay as rows, and open nothing: they are older than the password (steps.ts, CHANGED_PASSWORD). */
const TOKENS = ['AccessToken', 'RefreshToken', 'AuthorizationCode']

/**
 * Ends what a member's old password has opened: account sessions of other browsers, transactions under way with their codes and
 * proofs, and every token.
 * @param here the transaction and the browser in which the password was changed
 */
export async function endOtherAccess(
  ctx: Ctx,
  member_id: string,
  here: { transaction_id: string; browser: string | undefined },
): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    const sessions = db.deleteFrom('browser_sessions').where('member_id', '=', member_id)
    await (here.browser ? sessions.where('browser_hash', '!=', hashOf(here.browser)) : sessions).execute()
    for (const table of ['challenges', 'proofs'] as const)
      await db
        .deleteFrom(table)
        .where('member_id', '=', member_id)
        .where('transaction_id', '!=', here.transaction_id)
        .execute()
    await db
      .updateTable('transactions')
      .set({ member_id: null, step: null, amr: '[]', session_stands: false })
      .where('member_id', '=', member_id)
      .where('id', '!=', here.transaction_id)
      .where('finished_at', 'is', null)
      .execute()
    await db
      .deleteFrom('oidc_payloads')
      .where('model', 'in', TOKENS)
      .where(sql<string>`payload->>'accountId'`, '=', member_id)
      .execute()
  })
}
