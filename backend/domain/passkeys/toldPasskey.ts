// Security A16: which passkey a notice is about. Its link removes that passkey, also after a newer password, which has not removed it.
import { hashOf, newSecret, secondsFrom, type Ctx } from '../../context.ts'

/** @returns the ID of the passkey that the notice tells of, or undefined if it tells of none, or of one that is gone */
export const toldIn = async ({ db }: Pick<Ctx, 'db'>, secret_hash: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('passkey_notices')
      .select('passkey_id')
      .where('secret_hash', '=', secret_hash)
      .executeTakeFirst()
  )?.passkey_id

/** A notice that nobody gets: its link exists nowhere. */
const TAKEN = 'passkeyTaken'
const TAKEN_SECONDS = 7 * 86_400

/**
 * Removes the passkey that a notice is about, and keeps in mind that it was there. Whoever has the mailbox can press the link, and must not get
 * round the passkey by it.
 */
export async function takePasskey(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { id, member_id }: { id: string; member_id: string },
): Promise<void> {
  await db.deleteFrom('passkeys').where('id', '=', id).execute()
  const at = now()
  const row = { member_id, kind: TAKEN, at, expires_at: secondsFrom(at, TAKEN_SECONDS) }
  await db
    .insertInto('notices')
    .values({ ...row, secret_hash: hashOf(newSecret()) })
    .execute()
}

/** Whether the member has a passkey, or had one until the link of a notice removed it within seven days. */
export async function guardsByPasskey({ db, now }: Pick<Ctx, 'db' | 'now'>, member_id: string): Promise<boolean> {
  const { has } = await db
    .selectNoFrom((eb) =>
      eb
        .or([
          eb.exists(eb.selectFrom('passkeys').select('id').where('member_id', '=', member_id)),
          eb.exists(
            eb
              .selectFrom('notices')
              .select('kind')
              .where('member_id', '=', member_id)
              .where('kind', '=', TAKEN)
              .where('expires_at', '>', now()),
          ),
        ])
        .as('has'),
    )
    .executeTakeFirstOrThrow()
  return Boolean(has)
}
