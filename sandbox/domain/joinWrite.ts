// Security D4, the rows of a join: proofs that serve once, a membership that is nobody's yet.
import type { Ctx } from '../context'
import type { Member, NewMember } from '../db/schema'
import { isNicknameTaken } from './nicknames'
import { badField, notProved, sameIdentity, type Held } from './joinVisit'

/** All of them, or the join is refused: a proof serves once. */
export async function useUpProofs(ctx: Ctx, proofs: readonly (Held | null)[]): Promise<void> {
  const hashes = proofs.flatMap((proof) => (proof ? [proof.code_hash] : []))
  if (hashes.length === 0) return
  const used = await ctx.db
    .updateTable('proofs')
    .set({ used_at: ctx.now() })
    .where('code_hash', 'in', hashes)
    .where('used_at', 'is', null)
    .returning('code_hash')
    .execute()
  if (used.length < hashes.length) throw notProved()
}

export type Row = Omit<NewMember, 'id' | 'login_id' | 'login_id_key' | 'created_at'>

/** A new member, or the identity that was known and now is one. */
export async function writeMember(
  ctx: Ctx,
  { id, email, key, known }: { id: string; email: string; key: string; known: Member | null },
  row: Row,
): Promise<void> {
  if (!known) {
    const created = { ...row, id, login_id: email, login_id_key: key, created_at: ctx.now() }
    await ctx.db.insertInto('members').values(created).execute()
    return
  }
  const written = await ctx.db
    .updateTable('members')
    .set(row)
    .where('id', '=', id)
    .where('joined', '=', false)
    .returning('id')
    .executeTakeFirst()
  if (!written) throw sameIdentity(4501)
}

/** Two who come at the same moment are told apart by the database alone. */
export function taken(error: unknown): unknown {
  if (isNicknameTaken(error)) return badField('nickname')
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  if (code !== '23505') return error
  return sameIdentity(constraint === 'members_identity_key_key' ? 4025 : 4501)
}
