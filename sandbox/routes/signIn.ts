// What the routes that bring a sign-in forward have in common: who asks, who stands behind a transaction, and how it is answered.
import type { Context } from 'hono'
import type { Interaction, Provider } from 'oidc-provider'
import type { Ctx } from '../context'
import type { Transaction } from '../db/schema'
import { signInTime } from '../domain/authTime'
import { endOf, goOn, type Identity, type Progress } from '../domain/progress'
import { loadVisit, type Visit } from '../domain/standing'
import { knownTransactions, visitOver } from '../domain/transactions'
import { clientIp } from '../http/clientIp'
import { browserOf, deviceOf, secretsOf, setBrowserKeys } from '../http/cookies'
import { refuse, Refused } from '../domain/refusal'
import { answer } from '../http/envelope'

/** The provider's side of a transaction. @throws Refused 403 when it is over */
export async function interactionOf(provider: Provider, { id }: Transaction): Promise<Interaction> {
  const interaction = await provider.Interaction.find(id)
  if (!interaction) throw visitOver()
  return interaction
}

export const askerOf = (c: Context, ctx: Ctx, provider: Provider) => ({
  ctx,
  provider,
  ip: clientIp(c, ctx),
  browser: browserOf(c, ctx),
  device: deviceOf(c, ctx),
})

/**
 * The visits of this browser whose pages may still ask for something, the last begun or named first: the live ones, and those that
 * have ended but whose location has not been followed yet. The answer that ended them may have been lost.
 */
export async function openTransactions(c: Context, ctx: Ctx, provider: Provider): Promise<Transaction[]> {
  const known = await knownTransactions(ctx, secretsOf(c, ctx))
  const isOpen = await Promise.all(
    known.map(async ({ id, finished_at }) => finished_at === null || Boolean(await provider.Interaction.find(id))),
  )
  return known.filter((_, index) => isOpen[index])
}

/** The answer of every call that brings a sign-in forward. A pending step is a 401 (contract, "A pending step"). */
export function sayProgress(c: Context, ctx: Ctx, progress: Progress, more: object = {}) {
  if ('step' in progress) return c.json({ code: 'PENDING_STEP', data: { ...more, ...progress.pending } }, 401)
  if (progress.browser) setBrowserKeys(c, ctx, progress.browser)
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
  if (!uid || !session?.accountId) throw visitOver()
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

type Work<T> = (transaction: Transaction, visit: Visit) => Promise<T>

/**
 * Resolves the step of this name in the transaction of this browser that waits for it, and goes on. The calls name no transaction:
 * where two tabs wait for the same step, the one for which `work` does not refuse is meant. Where none waits for it and it was
 * resolved last, its answer was lost: what it led to is said again.
 * @param isSame throws when a call that comes again asks for something else than what was done; left out: it cannot
 * @throws Refused 403 without a transaction, 412 when no transaction waits for this step
 */
export async function resolveStep(
  c: Context,
  { ctx, provider }: { ctx: Ctx; provider: Provider },
  matcher_type: string,
  work: Work<Resolved>,
  isSame?: Work<unknown>,
): Promise<Progress> {
  const known = await knownTransactions(ctx, secretsOf(c, ctx))
  const live = known.filter(({ finished_at }) => finished_at === null)
  const waiting = live.filter(({ step }) => step === matcher_type)
  const lost = waiting.length === 0 ? lastResolved(known, matcher_type) : null
  const again = lost && (await sayAgain(c, { ctx, provider }, lost, isSame))
  if (again) return again
  if (live.length === 0) throw refuse(403, 'FORBIDDEN', undefined, 'no transaction in this browser')
  let refusal = refuse(412, 'NOT_PENDING', undefined, 'this step is not pending')
  for (const transaction of waiting) {
    const { member_id, client_id } = transaction
    if (!member_id) continue
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

/** The transaction in which such a step was the last one that was resolved; the latest of several. */
export function lastResolved(
  known: readonly Transaction[],
  fits: string | ((step: string) => boolean),
): Transaction | null {
  const resolved = known.filter(
    ({ resolved_step: step }) => step !== null && (typeof fits === 'string' ? step === fits : fits(step)),
  )
  return resolved.toSorted((one, other) => Number(other.resolved_at) - Number(one.resolved_at))[0] ?? null
}

/** The step that waits now, or where the transaction ended; null when that has been followed. */
async function sayAgain(
  c: Context,
  { ctx, provider }: { ctx: Ctx; provider: Provider },
  transaction: Transaction,
  isSame?: Work<unknown>,
): Promise<Progress | null> {
  const { member_id, client_id, finished_at } = transaction
  const asker = askerOf(c, ctx, provider)
  const visit = member_id && (await loadVisit(ctx, member_id, client_id, asker.ip))
  if (!visit) return null
  await isSame?.(transaction, visit)
  if (finished_at !== null) return endOf(asker, transaction)
  return goOn(asker, transaction, await identityOf(ctx, provider, transaction, {}))
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
