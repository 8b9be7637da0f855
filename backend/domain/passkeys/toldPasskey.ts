// Security A16: which passkey a notice is about. Its link removes that passkey, also after a newer password, which has not removed it.
import type { Ctx } from '../../context.ts'
import { noteTakenFactor } from '../factors/takenFactor.ts'

/** @returns the ID of the passkey that the notice tells of, or undefined if it tells of none, or of one that is gone */
export const toldIn = async ({ db }: Pick<Ctx, 'db'>, secret_hash: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('passkey_notices')
      .select('passkey_id')
      .where('secret_hash', '=', secret_hash)
      .executeTakeFirst()
  )?.passkey_id

/**
 * Removes the passkey that a notice is about, and keeps in mind that it was there. Whoever has the mailbox can press the link, and must not get
 * round the passkey by it.
 */
export async function takePasskey(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { id, member_id }: { id: string; member_id: string },
): Promise<void> {
  await ctx.db.deleteFrom('passkeys').where('id', '=', id).execute()
  await noteTakenFactor(ctx, member_id)
}
