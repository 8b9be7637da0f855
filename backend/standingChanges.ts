// Security E5, E7: what follows when a row of a member, a membership or a service changes, by a route or by an operator's statement in the database. Triggers
// write down what changed (db/migrations/later.ts).
import { sql } from 'kysely'
import type { Ctx, EndedSession } from './context'
import { notifyById } from './domain/notices'
import { endedAt, type ProviderSession } from './domain/sessions'
import { mayUse } from './domain/tokenUse'
import { revokeGrantsOf } from './oidc/adapter'

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
    const use = { member_id, client_id: at, scopes: [], signed_in, amr }
    if ((client_id === null || client_id === at) && !(await mayUse(ctx, use))) refused[at] = authorization
  }
  await revokeGrantsOf(ctx, { authorizations: refused })
  return endedAt({ accountId: member_id, authorizations: refused })
}

/** Handles the changes that nobody has handled yet. Of several processes, one handles each change. */
export async function followChanges(ctx: Ctx): Promise<void> {
  const changes = await ctx.db
    .deleteFrom('standing_changes')
    .returning(['member_id', 'client_id', 'was_reset'])
    .execute()
  for (const { member_id, client_id, was_reset } of changes) {
    // Support has given the member a password to change.
    if (was_reset) notifyById(ctx, 'supportReset', member_id, null)
    for (const session of await sessionsOf(ctx, member_id, client_id))
      ctx.sessionsEnded(await endRefused(ctx, session, client_id))
  }
}

/** Looks for changes every second. @returns a function that stops it */
export function followChangesRegularly(ctx: Ctx): () => void {
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    followChanges(ctx)
      .catch((error: unknown) => ctx.log('standing.failed', { message: String(error) }))
      .finally(() => (isBusy = false))
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
