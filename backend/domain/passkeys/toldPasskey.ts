// Security A16: which passkey a notice is about. Its link removes that passkey, also after a newer password, which has not removed it.
import type { Ctx } from '../../context.ts'

/** @returns the ID of the passkey that the notice tells of, or undefined if it tells of none, or of one that is gone */
export const toldIn = async ({ db }: Pick<Ctx, 'db'>, secret_hash: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('passkey_notices')
      .select('passkey_id')
      .where('secret_hash', '=', secret_hash)
      .executeTakeFirst()
  )?.passkey_id
