// Contract, "Account": the fresh proofs of a session. A proof counts for five minutes, and so does a sign-in. The factor that a change replaces does
// not prove the member alone (security E10).
import { sql } from 'kysely'
import { PROOF_NEEDED } from '../../../contract/shapes/account.ts'
import type { ProofMethod } from '../../../contract/signInMethods.ts'
import type { Row } from '../../../contract/row.ts'
import { hashOf, secondsFrom, type Ctx } from '../../context.ts'
import type { Member } from '../../db/schema.ts'
import { enoughFor } from '../factors/factors.ts'
import { methodsIn } from '../factors/methods.ts'
import { refuse } from '../refusal.ts'

export const PROOF_SECONDS = 300

/** `signed_in_at` and `amr` of the provider's session. */
export type AccountSession = { uid: string; member: Member; amr: readonly string[]; signed_in_at: Date }

/**
 * The methods of the sign-in if it counts still.
 * NOTE: a new password gives the session the time of the change (http/sessionKeys.ts), and proves nobody. A sign-in of this session
 * in the same second does not count either.
 */
async function provedBySignIn(ctx: Ctx, session: AccountSession): Promise<ProofMethod[]> {
  const { uid, amr, signed_in_at } = session
  if (signed_in_at <= secondsFrom(ctx.now(), -PROOF_SECONDS)) return []
  const renewed = await ctx.db
    .selectFrom('password_changes')
    .select('at')
    .where('session_uid', '=', uid)
    .where('member_id', '=', session.member.id)
    .where('at', '>=', secondsFrom(signed_in_at, -1))
    .where('at', '<', signed_in_at)
    .limit(1)
    .executeTakeFirst()
  return renewed ? [] : methodsIn(amr)
}

/** Each method by which the member has answered a question of this session within five minutes. */
async function answeredBy(ctx: Ctx, session: AccountSession): Promise<ProofMethod[]> {
  const since = secondsFrom(ctx.now(), -PROOF_SECONDS)
  const rows = await ctx.db
    .selectFrom('account_proofs')
    .select('method')
    .where('session_hash', '=', hashOf(session.uid))
    .where('member_id', '=', session.member.id)
    .where('at', '>', since)
    .execute()
  return rows.map(({ method }) => method)
}

/** Keeps a proof. @param at when it was made, which a repeated call does not change @returns until when it counts */
export async function keepProof(
  ctx: Ctx,
  { uid, member }: AccountSession,
  method: ProofMethod,
  at = ctx.now(),
): Promise<Date> {
  await ctx.db
    .insertInto('account_proofs')
    .values({ session_hash: hashOf(uid), member_id: member.id, method, at })
    .onConflict((conflict) =>
      conflict
        .columns(['session_hash', 'method'])
        .doUpdateSet({ at: sql<Date>`greatest(account_proofs.at, excluded.at)`, member_id: member.id }),
    )
    .execute()
  return secondsFrom(at, PROOF_SECONDS)
}

/** Keeps what the sign-in has proved, with its time, before a new password gives the session another time. */
export async function keepSignIn(ctx: Ctx, session: AccountSession): Promise<void> {
  for (const method of await provedBySignIn(ctx, session)) await keepProof(ctx, session, method, session.signed_in_at)
}

/** @throws Refused 403 PROOF_NEEDED with the methods that are enough, unless the fresh proofs are there */
export async function requireFresh(ctx: Ctx, session: AccountSession, fresh: NonNullable<Row['fresh']>): Promise<void> {
  const need = (methods: ProofMethod[]) =>
    refuse(403, PROOF_NEEDED, undefined, 'a fresh proof is needed', { data: { methods } })
  const answered = await answeredBy(ctx, session)
  const proofs = new Set([...(await provedBySignIn(ctx, session)), ...answered])
  const { methods, first } = await enoughFor(ctx, session.member, fresh)
  if (first !== null && !answered.includes(first)) throw need([first])
  if (!methods.some((method) => proofs.has(method))) throw need(methods)
}
