// What the routes that bring a sign-in forward have in common: who asks, who stands behind a transaction, and how it is answered.
import type { Context } from 'hono'
import type { Interaction, Provider } from 'oidc-provider'
import type { Ctx } from '../context'
import type { Transaction } from '../db/schema'
import { signInTime } from '../domain/authTime'
import { goOn, type Identity, type Progress } from '../domain/progress'
import { loadVisit, type Visit } from '../domain/standing'
import { boundTransactions } from '../domain/transactions'
import { clientIp } from '../http/clientIp'
import { browserCookie, browserOf, secretsOf } from '../http/cookies'
import { refuse, Refused } from '../domain/refusal'
import { answer } from '../http/envelope'

/** The provider's side of a transaction. @throws Refused 403 when it is over */
export async function interactionOf(provider: Provider, { id }: Transaction): Promise<Interaction> {
  const interaction = await provider.Interaction.find(id)
  if (!interaction) throw refuse(403, 'FORBIDDEN', undefined, 'the transaction is over')
  return interaction
}

export const askerOf = (c: Context, ctx: Ctx, provider: Provider) => ({
  ctx,
  provider,
  ip: clientIp(c, ctx),
  browser: browserOf(c, ctx),
})

/** The answer of every call that brings a sign-in forward. A pending step is a 401 (contract, "A pending step"). */
export function sayProgress(c: Context, ctx: Ctx, progress: Progress, more: object = {}) {
  if ('step' in progress) return c.json({ code: 'PENDING_STEP', data: { ...more, ...progress.pending } }, 401)
  if (progress.browser) c.header('Set-Cookie', browserCookie(ctx, progress.browser), { append: true })
  return c.json(answer({ location: progress.location }))
}

/** Who stands behind a transaction of a session that was there before. @throws Refused 403 when that session is over */
export async function standingIdentity(
  provider: Provider,
  transaction: Transaction,
  amr: string[] | null,
): Promise<Identity> {
  const uid = (await interactionOf(provider, transaction)).session?.uid
  const session = uid ? await provider.Session.findByUid(uid) : undefined
  if (!uid || !session?.accountId) throw refuse(403, 'FORBIDDEN', undefined, 'the session is over')
  return {
    member_id: session.accountId,
    amr: amr ?? session.amr ?? [],
    stay_session: !session.transient,
    signed_in_at: new Date((session.loginTs ?? 0) * 1000),
    session: uid,
  }
}

/** What a resolved step changes of the identity that goes on. */
type Resolved = {
  /** Methods of authentication that were added. */
  amr?: string[]
  /** When the member has just set a password: the sign-in counts from now, and the session is made anew. */
  anew?: Date
}

/**
 * Resolves the step of this name in the transaction of this browser that waits for it, and goes on. The calls name no transaction:
 * where two tabs wait for the same step, the one for which `work` does not refuse is meant.
 * @throws Refused 403 without a transaction, 412 when no transaction waits for this step
 */
export async function resolveStep(
  c: Context,
  { ctx, provider }: { ctx: Ctx; provider: Provider },
  matcher_type: string,
  work: (transaction: Transaction, visit: Visit) => Promise<Resolved>,
): Promise<Progress> {
  const live = await boundTransactions(ctx, secretsOf(c, ctx))
  if (live.length === 0) throw refuse(403, 'FORBIDDEN', undefined, 'no transaction in this browser')
  let refusal = refuse(412, 'NOT_PENDING', undefined, 'this step is not pending')
  for (const transaction of live) {
    const { member_id, client_id, step } = transaction
    if (!member_id || step === null || step !== matcher_type) continue
    const visit = await loadVisit(ctx, member_id, client_id, clientIp(c, ctx))
    if (!visit) continue
    try {
      const resolved = await work(transaction, visit)
      const identity = await identityOf(ctx, provider, transaction, resolved)
      const password_changed_at = resolved.anew ?? visit.member.password_changed_at
      return await goOn(askerOf(c, ctx, provider), transaction, { ...identity, password_changed_at })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refusal = error
    }
  }
  throw refusal
}

async function identityOf(
  ctx: Ctx,
  provider: Provider,
  transaction: Transaction,
  { amr: added = [], anew }: Resolved,
): Promise<Identity> {
  const amr = [...new Set([...transaction.amr, ...added])]
  const standing = transaction.session_stands ? await standingIdentity(provider, transaction, amr) : null
  const { member_id, stay_session, signed_in_at } = transaction
  if (!member_id) throw refuse(400, 'NOT_PENDING')
  const identity = standing ?? { member_id, amr, stay_session, signed_in_at: signed_in_at ?? ctx.now(), session: null }
  return { ...identity, ...(anew && { signed_in_at: signInTime(ctx.now(), anew), session: null }), resolved: true }
}
