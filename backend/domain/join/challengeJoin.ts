// Contract, GET /v1/challenge/join/{login_id}: the kind of join that a login ID begins. Only a caller who has proved the address learns whose ID it is.
import * as detail from '../../../contract/detailCodes.ts'
import type { ChallengeJoin, JoinPath } from '../../../contract/shapes/join.ts'
import type { Ctx } from '../../context.ts'
import type { Member, Transaction } from '../../db/schema.ts'
import { createChallenge } from '../codes/challenge.ts'
import { type CodeLists, domainAllowed, isGroupAddress } from '../lists/codes.ts'
import { canonicalEmail } from '../members/email.ts'
import { badField, groupAccount, heldProofs, invalidJoin, knownIdentity } from './joinVisit.ts'
import { joinedBefore, memberOf, notOfGroup, sameIdentity } from './joinVisit.ts'
import { loginIdKey } from '../members/loginId.ts'
import { prolong } from '../signIn/transactions.ts'

type Kind = Omit<ChallengeJoin, 'auth_token' | 'checks_person'>

const kindOf = ({ join_type, join_status, member_kind, belong_sk }: Member): Kind => ({
  join_type,
  join_status,
  member_kind,
  belong_sk,
})
const stranger: Kind = { join_type: 'NEW', belong_sk: false }

/** The kind of join of a proved address. @throws Refused ID_TAKEN, GROUP_ACCOUNT, NOT_OF_GROUP */
export function joinKindOf(lists: CodeLists, row: Member | null, email: string, type: JoinPath): Kind {
  if (row?.joined) throw sameIdentity(detail.ID_TAKEN)
  const isGroup = row ? row.belong_sk : isGroupAddress(lists, email)
  if (type === 'sk') {
    if (!isGroup) throw notOfGroup()
    return row ? kindOf(row) : { join_type: 'NEW', member_kind: 'SK', belong_sk: true }
  }
  if (row?.belong_sk) throw groupAccount()
  return row ? kindOf(row) : stranger
}

/** @throws Refused 400 with the field `login_id`, INVALID_JOIN where the service does not take such members, or as joinKindOf */
export async function challengeJoin(
  ctx: Ctx,
  transaction: Transaction,
  login_id: string,
  type: JoinPath,
): Promise<ChallengeJoin> {
  const email = canonicalEmail(login_id)
  if (email === null) throw badField('login_id')
  const joined = await joinedAs(ctx, transaction, email)
  if (joined) return joined
  const known = await knownIdentity(ctx, transaction)
  const identity = known?.login_id_key === loginIdKey(email) ? known : null
  if (!identity && !domainAllowed(ctx.codes, email)) throw badField('login_id')
  await mayJoinAt(ctx, transaction.client_id, type)
  const proofs = identity ? [] : await heldProofs(ctx, transaction)
  const isProved = proofs.some((proof) => proof.email === email)
  const kind = identity
    ? kindOf(identity)
    : isProved
      ? joinKindOf(ctx.codes, await memberOf(ctx, email), email, type)
      : stranger
  await prolong(ctx, transaction)
  const auth_token = await createChallenge(ctx, { transaction_id: transaction.id, purpose: 'JOIN' })
  return { ...kind, auth_token, checks_person: true }
}

/**
 * The first answer of a join that this visit has already completed. The app asks for it again if the last answer was lost. If the visit is
 * over, the token cannot send a code.
 */
async function joinedAs(ctx: Ctx, { id: transaction_id }: Transaction, email: string): Promise<ChallengeJoin | null> {
  const joined = await joinedBefore(ctx, transaction_id)
  const member = joined?.login_id_key === loginIdKey(email) ? await memberOf(ctx, email) : null
  return member && { ...kindOf(member), auth_token: await createChallenge(ctx, { transaction_id, purpose: 'JOIN' }) }
}

/** Spec §6: some services accept only group members, others only general members. */
export async function mayJoinAt(ctx: Ctx, client_id: string, type: JoinPath): Promise<void> {
  const service = await ctx.db
    .selectFrom('services')
    .select('permission')
    .where('client_id', '=', client_id)
    .executeTakeFirst()
  const closed = type === 'sk' ? 'ONLY_GEN' : 'ONLY_SK'
  if (!service || service.permission === closed) throw invalidJoin('the service does not take such members')
}
