// Security D4: writes the rows of a join. A proof can be used once, and a membership can have one owner.
import * as detail from '../../../contract/detailCodes.ts'
import type { Ctx } from '../../context.ts'
import type { Member, NewMember } from '../../db/schema.ts'
import { isNicknameTaken } from './nicknames.ts'
import { badField, notProved, sameIdentity, type Held } from './joinVisit.ts'

/** Uses all proofs. If one of them is already used, the join is refused. */
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

/** Creates a new member, or turns the known identity into a member. */
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
  if (!written) throw sameIdentity(detail.ID_TAKEN)
}

/** Turns a violated constraint into its refusal. Of two simultaneous joins only the database can tell which was first. */
export function taken(error: unknown): unknown {
  if (isNicknameTaken(error)) return badField('nickname')
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  if (code !== '23505') return error
  return sameIdentity(constraint === 'members_identity_key_key' ? detail.SAME_PERSON : detail.ID_TAKEN)
}
