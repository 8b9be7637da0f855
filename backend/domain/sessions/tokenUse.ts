// Security E5: whether a service may still have a member. Every use of a code or token asks the rules of a sign-in again.
import { secondsFrom, type Ctx } from '../../context.ts'
import type { Member } from '../../db/schema.ts'
import { BY_PHONE } from '../factors/methods.ts'
import { loadEligibility, standingProblem } from '../signIn/standing.ts'
import { requiredStep } from '../signIn/steps.ts'

/** `member`: the ID, or one who has just been read. `signed_in`: when, in seconds since 1970, and `amr` how; undefined where a token does not say. */
export type Use = {
  member: string | Member
  client_id: string
  scopes: readonly string[]
  signed_in?: number | undefined
  amr?: readonly string[] | undefined
}

/**
 * Whether a sign-in with these data would pass now, without a step in between. The member's address does not count, because a service calls.
 * NOTE: an access token does not say how the member signed in. It lives for 15 minutes, and the refresh token asks for the second factor.
 */
export async function mayUse(
  ctx: Ctx,
  { member, client_id, scopes, signed_in, amr = BY_PHONE }: Use,
): Promise<boolean> {
  const now = ctx.now()
  const visit = await loadEligibility(ctx, member, { client_id, scopes, certification: false, created_at: now }, null)
  if (!visit || standingProblem(visit)) return false
  const at = signed_in === undefined ? secondsFrom(now, 1) : new Date(signed_in * 1000)
  return requiredStep(visit, { amr, at, phone_proved_at: null }) === null
}
