// Security A16: which passkey a notice is about. Its link removes that passkey, also after a newer password, which has not removed it.
import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'

/** @param secret_hash of the notice. If the passkey is gone by the time of the mail, nothing is noted */
export async function noteTold({ db }: Ctx, secret_hash: string, passkey_id: string): Promise<void> {
  await sql`insert into passkey_notices (secret_hash, passkey_id)
    select ${secret_hash}, id from passkeys where id = ${passkey_id} on conflict do nothing`.execute(db)
}

/** @returns the ID of the passkey that the notice tells of, or undefined if it tells of none, or of one that is gone */
export const toldIn = async ({ db }: Pick<Ctx, 'db'>, secret_hash: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('passkey_notices')
      .select('passkey_id')
      .where('secret_hash', '=', secret_hash)
      .executeTakeFirst()
  )?.passkey_id
