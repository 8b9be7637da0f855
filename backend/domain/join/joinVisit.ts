// Spec §4, join: the facts that a join can rely on: an identity that is already known, and the proofs of this visit.
import * as detail from '../../../contract/detailCodes.ts'
import type { Ctx } from '../../context.ts'
import type { Member, Transaction } from '../../db/schema.ts'
import { refuse } from '../refusal.ts'
import { formerOwner } from '../account/channelChanges.ts'
import { loginIdKey } from '../members/loginId.ts'

export const sameIdentity = (detail_code: typeof detail.SAME_PERSON | typeof detail.ID_TAKEN) =>
  refuse(400, 'SAME_IDENTITY', detail_code, 'there is a member already')
export const groupAccount = () => refuse(400, 'GROUP_ACCOUNT', detail.GROUP_ACCOUNT, 'a group account has this id')
export const notOfGroup = () => refuse(400, 'NOT_OF_GROUP', detail.NOT_OF_GROUP, 'not of the group')
export const invalidJoin = (why: string) => refuse(400, 'INVALID_JOIN', detail.INVALID_JOIN, why)
export const notProved = () => refuse(400, 'NO_PROOF', detail.NO_MATCH, 'not proved in this visit')
/** The refusal of a field that only the server can check. */
export const badField = (field: string) => refuse(400, 'BAD_REQUEST', undefined, field, { data: { field } })

const JOIN_STEPS = ['JOIN', 'CONVERSION_JOIN', 'SIGN_UP']

/** The member who has not joined yet but is known in this visit, by an invitation link or a password. Known data is not asked again. */
export async function knownIdentity(ctx: Ctx, transaction: Transaction): Promise<Member | null> {
  const { invited_member_id, member_id, step } = transaction
  const id = invited_member_id ?? (step !== null && JOIN_STEPS.includes(step) ? member_id : null)
  if (id === null) return null
  const row = await ctx.db
    .selectFrom('members')
    .selectAll()
    .where('id', '=', id)
    .where('joined', '=', false)
    .executeTakeFirst()
  return row ?? null
}

/** The member with this login ID, or the one to whom it can still return. */
export async function memberOf(ctx: Ctx, login_id: string): Promise<Member | null> {
  const key = loginIdKey(login_id)
  const find = (column: 'login_id_key' | 'id', value: string) =>
    ctx.db.selectFrom('members').selectAll().where(column, '=', value).executeTakeFirst()
  const row = await find('login_id_key', key)
  if (row) return row
  const former = await formerOwner(ctx, key)
  return (former !== null && (await find('id', former))) || null
}

export type Held = { code_hash: string; phone: string | null; email: string | null }

/**
 * The unused proofs for the join in this transaction, newest first. The transaction is bound to this browser, so a proof is valid
 * without its code: after a reload, which loses the code, nobody has to prove anything again.
 */
export const heldProofs = (ctx: Ctx, { id }: Transaction): Promise<Held[]> =>
  ctx.db
    .selectFrom('proofs')
    .select(['code_hash', 'phone', 'email'])
    .where('purpose', '=', 'JOIN')
    .where('transaction_id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now())
    .orderBy('expires_at', 'desc')
    .execute()

/** `at`: when the password of the join was set. */
export type Joined = { member_id: string; login_id_key: string; amr: string[]; at: Date }

/** The join that this transaction has completed, if any. */
export async function joinedBefore(ctx: Ctx, transaction_id: string): Promise<Joined | null> {
  const row = await ctx.db
    .selectFrom('joins')
    .select(['member_id', 'login_id_key', 'amr', 'at'])
    .where('transaction_id', '=', transaction_id)
    .executeTakeFirst()
  return row ?? null
}
