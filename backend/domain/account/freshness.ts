// Contract, "Account": the fresh proofs of a session. A proof counts for five minutes, and so does a sign-in. The factor that a change replaces does
// not prove the member alone (security E10).
import { PROOF_METHODS, PROOF_NEEDED, type ProofMethod } from '../../../contract/shapes/account.ts'
import type { Row } from '../../../contract/row.ts'
import { hashOf, secondsFrom, type Ctx } from '../../context.ts'
import type { Member } from '../../db/schema.ts'
import { refuse } from '../refusal.ts'

export const PROOF_SECONDS = 300

/** `signed_in_at` and `amr` of the provider's session. */
export type AccountSession = { uid: string; member: Member; amr: readonly string[]; signed_in_at: Date }

/** What a sign-in by these methods (RFC 8176) has proved. */
const METHOD_OF: Readonly<Record<string, ProofMethod>> = { pwd: 'PWD', sms: 'SMS', hwk: 'PASSKEY', swk: 'PASSKEY' }

/** Each method that has proved the member in this session within five minutes, with the time of the last proof. */
export async function proofsOf(ctx: Ctx, session: AccountSession): Promise<Map<ProofMethod, Date>> {
  const since = secondsFrom(ctx.now(), -PROOF_SECONDS)
  const rows = await ctx.db
    .selectFrom('account_proofs')
    .select(['method', 'at'])
    .where('session_hash', '=', hashOf(session.uid))
    .where('member_id', '=', session.member.id)
    .where('at', '>', since)
    .execute()
  const signedIn = session.signed_in_at > since ? session.amr.flatMap((name) => METHOD_OF[name] ?? []) : []
  return new Map([
    ...signedIn.map((method) => [method, session.signed_in_at] as const),
    ...rows.map(({ method, at }) => [method, at] as const),
  ])
}

/** Keeps a proof. @returns until when it counts */
export async function keepProof(ctx: Ctx, { uid, member }: AccountSession, method: ProofMethod): Promise<Date> {
  const at = ctx.now()
  await ctx.db
    .insertInto('account_proofs')
    .values({ session_hash: hashOf(uid), member_id: member.id, method, at })
    .onConflict((conflict) => conflict.columns(['session_hash', 'method']).doUpdateSet({ at, member_id: member.id }))
    .execute()
  return secondsFrom(at, PROOF_SECONDS)
}

/** The methods that this member has, the strongest first. */
async function methodsOf(ctx: Ctx, member: Member): Promise<ProofMethod[]> {
  const passkey =
    ctx.settings.passkeys !== null &&
    (await ctx.db.selectFrom('passkeys').select('id').where('member_id', '=', member.id).limit(1).executeTakeFirst())
  const has: Record<ProofMethod, boolean> = {
    PASSKEY: Boolean(passkey),
    PWD: true,
    SMS: member.phone !== null,
    EMAIL: true,
  }
  return PROOF_METHODS.filter((method) => has[method])
}

/** @throws Refused 403 PROOF_NEEDED with the methods that are enough, unless a fresh proof is there that the change does not replace */
export async function requireFresh(ctx: Ctx, session: AccountSession, fresh: NonNullable<Row['fresh']>): Promise<void> {
  const proofs = await proofsOf(ctx, session)
  if ([...proofs.keys()].some((method) => method !== fresh)) return
  const methods = (await methodsOf(ctx, session.member)).filter((method) => method !== fresh)
  throw refuse(403, PROOF_NEEDED, undefined, 'a fresh proof is needed', { data: { methods } })
}
