// Security A8–A15: a challenge is the right to prove one phone or address, for one purpose, in one transaction. A correct code turns it into a proof.
import { sql, type ExpressionBuilder, type Selectable } from 'kysely'
import { hashOf, newSecret, secondsFrom, type Ctx } from '../../context.ts'
import { hmac, recentSecrets, secretAt } from '../../db/secrets.ts'
import type { Purpose, Schema } from '../../db/schema.ts'
import { JOIN_SECONDS } from '../signIn/transactions.ts'

export type Challenge = Selectable<Schema['challenges']>

type Bound = { purpose: Purpose; transaction_id: string }
type Proved = { phone: string | null; email: string | null; member_id: string | null }

const CHALLENGE_SECONDS = 600
/** A proof for a join is valid for as long as a join may take, so that a visitor proves each address once. */
const PROOF_SECONDS = 600
/**
 * How often a proof counts. After a mistyped name, or an answer that was lost, a search is repeated without another SMS. Five tries
 * are not enough to guess the names of former owners of a phone number. A reset of an ID that a search found counts as one of the five uses.
 * All proofs and reset tokens of a member end when a password is set.
 */
const MOST_USES: Record<Purpose, number> = {
  SECOND_FACTOR: 1,
  ADMIN: 1,
  SEARCH_IDS: 5,
  SEARCH_PWD: 5,
  JOIN: 1,
  ACCOUNT: 1,
  NEW_PHONE: 1,
  NEW_EMAIL: 1,
}

type Wanted = {
  transaction_id: string
  purpose: Purpose
  member_id?: string | null
  phone?: string | null
  email?: string | null
  decoy?: boolean
}

/**
 * Opens a challenge.
 * @returns the auth_token that the app sends in `X-Authenticator`; only its hash is kept, and it ends after ten minutes
 */
export async function createChallenge(ctx: Ctx, wanted: Wanted): Promise<string> {
  const auth_token = newSecret()
  const now = ctx.now()
  const row = {
    ...wanted,
    token_hash: hashOf(auth_token),
    created_at: now,
    expires_at: secondsFrom(now, CHALLENGE_SECONDS),
  }
  await ctx.db.insertInto('challenges').values(row).execute()
  return auth_token
}

/**
 * An e-mail may arrive late: the challenge lives as long as its code, and the visit for another ten minutes, in which the proof is used.
 * No visit lives longer than a join.
 * @returns when the code ends: at `until`, or with the visit
 */
export async function prolongFor(ctx: Ctx, { token_hash, transaction_id }: Challenge, until: Date): Promise<Date> {
  const { created_at } = await ctx.db
    .selectFrom('transactions')
    .select('created_at')
    .where('id', '=', transaction_id)
    .executeTakeFirstOrThrow()
  const last = secondsFrom(created_at, JOIN_SECONDS)
  const earlier = (one: Date) => (one < last ? one : last)
  const end = earlier(until)
  const live = earlier(secondsFrom(end, PROOF_SECONDS))
  await ctx.db
    .updateTable('challenges')
    .set({ expires_at: end })
    .where('token_hash', '=', token_hash)
    .where('expires_at', '<', end)
    .execute()
  await ctx.db
    .updateTable('transactions')
    .set({ expires_at: live })
    .where('id', '=', transaction_id)
    .where('expires_at', '<', live)
    .where('finished_at', 'is', null)
    .execute()
  return end
}

/** The contract's `params` of a second factor. The app returns them unchanged with the call that sends the code. */
export const addedTo = (purpose: Purpose): Record<string, string> => ({ purpose })

/** The valid challenge of this token, or null. The caller checks with the transaction whether this browser may use it. */
export async function findChallenge(ctx: Ctx, auth_token: string): Promise<Challenge | null> {
  const row = await ctx.db
    .selectFrom('challenges')
    .selectAll()
    .where('token_hash', '=', hashOf(auth_token))
    .where('expires_at', '>', ctx.now())
    .executeTakeFirst()
  return row ?? null
}

/** Derived from the one-time code with a key that never leaves this server, so that the same code always yields the same auth_code. */
const authCodeOf = (key: string, code_id: string): string => hmac(key, `proof ${code_id}`).toString('base64url')

/** Stores the proof for a correct code: it is bound to the challenge's purpose, transaction and member, and to the phone or address. @returns the auth_code */
export async function issueProof(
  ctx: Ctx,
  challenge: Challenge,
  code_id: string,
  proved: { phone: string | null; email: string | null },
): Promise<string> {
  const auth_code = authCodeOf(secretAt(ctx.keys.secrets.codes, ctx.now()), code_id)
  const { purpose, transaction_id, member_id } = challenge
  const expires_at = secondsFrom(ctx.now(), purpose === 'JOIN' ? JOIN_SECONDS : PROOF_SECONDS)
  const row = { code_hash: hashOf(auth_code), purpose, transaction_id, member_id, ...proved, expires_at }
  await ctx.db.insertInto('proofs').values(row).execute()
  return auth_code
}

/** The auth_code that this code has already produced, or null if there is none or it was used. */
export async function unusedProof(ctx: Ctx, code_id: string): Promise<string | null> {
  const made = recentSecrets(ctx.keys.secrets.codes, ctx.now()).map((key) => authCodeOf(key, code_id))
  const row = await ctx.db
    .selectFrom('proofs')
    .select('code_hash')
    .where('code_hash', 'in', made.map(hashOf))
    .where('uses', '=', 0)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now())
    .executeTakeFirst()
  return made.find((auth_code) => hashOf(auth_code) === row?.code_hash) ?? null
}

/** Counts a use of this proof, as long as it is valid and made for this. The callers add whose it must be. */
function countUse(ctx: Ctx, auth_code: string, { purpose, transaction_id }: Bound) {
  const now = ctx.now()
  return ctx.db
    .updateTable('proofs')
    .set((eb) => ({
      uses: eb('uses', '+', 1),
      used_at: sql<Date | null>`case when uses + 1 >= ${MOST_USES[purpose]} then ${now}::timestamptz end`,
    }))
    .where('code_hash', '=', hashOf(auth_code))
    .where('purpose', '=', purpose)
    .where('transaction_id', '=', transaction_id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['phone', 'email', 'member_id'])
}

/**
 * Uses a proof. One statement: of any number of parallel calls no more succeed than the purpose allows.
 * @param bound what the proof must have been made for; without `member_id` only a proof that belongs to no member fits
 * @returns what was proved, or null for a code that is unknown, used, too old or made for something else
 */
export async function consumeProof(
  ctx: Ctx,
  auth_code: string,
  bound: Bound & { member_id?: string | null },
): Promise<Proved | null> {
  const member_id = bound.member_id ?? null
  const row = await countUse(ctx, auth_code, bound)
    .where('member_id', member_id === null ? 'is' : '=', member_id)
    .executeTakeFirst()
  return row ?? null
}

type BoundToAny = { purpose: Purpose; transaction_ids: readonly string[]; member_id: string; kind: 'phone' | 'email' }

/** When the proof of this code was used up, if it was made for this member, this purpose, this kind of channel and one of these transactions. */
export async function usedAt(
  ctx: Ctx,
  auth_code: string,
  { purpose, transaction_ids, member_id, kind }: BoundToAny,
): Promise<Date | null> {
  if (transaction_ids.length === 0) return null
  const row = await ctx.db
    .selectFrom('proofs')
    .select('used_at')
    .where('code_hash', '=', hashOf(auth_code))
    .where('purpose', '=', purpose)
    .where('transaction_id', 'in', transaction_ids)
    .where('member_id', '=', member_id)
    .where(kind, 'is not', null)
    .executeTakeFirst()
  return row?.used_at ?? null
}

/** Notes which members a search found with this proof. */
export async function recordFound(ctx: Ctx, auth_code: string, member_ids: readonly string[]): Promise<void> {
  await ctx.db
    .updateTable('proofs')
    .set({ found_members: sql<string[]>`found_members || ${member_ids}::uuid[]` })
    .where('code_hash', '=', hashOf(auth_code))
    .execute()
}

/**
 * Uses the proof of a search for IDs for a reset of a member. One statement, as for any other proof; a refusal counts as no use.
 * @param member.id the member that a search with this proof must have found; null fits no proof
 * @param member.phone the member's own phone: the proof must be of it. Without one (null), no proof is accepted
 * @returns what was proved, or null if the proof does not fit
 */
export async function consumeSearchProof(
  ctx: Ctx,
  auth_code: string,
  transaction_id: string,
  member: { id: string | null; phone: string | null },
): Promise<Proved | null> {
  const row = await countUse(ctx, auth_code, { purpose: 'SEARCH_IDS', transaction_id })
    .where(sql<boolean>`${member.id}::uuid = any(found_members)`)
    .where('phone', '=', member.phone)
    .executeTakeFirst()
  return row ?? null
}

/**
 * The condition for the proofs that can change the account of this member, or of any member if none is given. A search for IDs with a proof of
 * the member's phone can find the account, so such a proof matches even before the search.
 */
export const concerns = (member_id?: string) => (eb: ExpressionBuilder<Schema, 'proofs'>) => {
  const isSearch = eb('purpose', '=', 'SEARCH_IDS')
  if (member_id === undefined) return eb.or([eb('member_id', 'is not', null), isSearch])
  const phone = eb.selectFrom('members').select('members.phone').where('members.id', '=', member_id)
  return eb.or([eb('member_id', '=', member_id), eb.and([isSearch, eb('proofs.phone', '=', phone)])])
}
