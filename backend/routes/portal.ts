// Contract, member-portal API: how far a join has come, and the interests to choose from.
import { Hono } from 'hono'
import type { Provider } from 'oidc-provider'
import { interests, joinState } from '../../contract/calls/portal.ts'
import type { Ctx } from '../context.ts'
import { interestsOf } from '../domain/lists/codes.ts'
import { refuse } from '../domain/refusal.ts'
import { serving } from '../http/serve.ts'
import { visitOf, visits } from '../http/visit.ts'
import { standsAt } from './signIn.ts'

/** The portal API, at the full paths of the contract. */
export function portalRoutes(ctx: Ctx, provider: Provider): Hono {
  const app = new Hono()
  const serve = serving(app, visits(ctx, provider))
  serve(joinState, async ({ c }) => {
    // Approved, and the answer was lost: the reloaded page asks once more.
    const transaction = visitOf(c)
    const isAt = standsAt(transaction, (step) => step === 'JOIN_STATE')
    const member =
      isAt &&
      transaction.member_id &&
      (await ctx.db
        .selectFrom('members')
        .select(['join_status', 'join_reason', 'join_type', 'created_at'])
        .where('id', '=', transaction.member_id)
        .executeTakeFirst())
    if (!member) throw refuse(401, 'UNAUTHORIZED')
    const { join_status, join_reason, join_type, created_at } = member
    const state = {
      join_status,
      join_type,
      requested_at: created_at.toISOString(),
      contact: ctx.settings.support_contact,
    }
    return join_reason === null ? state : { ...state, reason: join_reason }
  })
  serve(interests, () => interestsOf(ctx.codes))
  return app
}
