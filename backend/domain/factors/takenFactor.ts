// Security E9: the link of a mail can take a passkey or a second factor away. Whoever has the mailbox can press it, so for seven days the account is guarded as before.
import { hashOf, newSecret, secondsFrom, type Ctx } from '../../context.ts'

/** A notice that nobody gets: its link exists nowhere. */
const TAKEN = 'factorTaken'
const TAKEN_SECONDS = 7 * 86_400

export async function noteTakenFactor({ db, now }: Pick<Ctx, 'db' | 'now'>, member_id: string): Promise<void> {
  const at = now()
  const row = { member_id, kind: TAKEN, at, expires_at: secondsFrom(at, TAKEN_SECONDS) }
  await db
    .insertInto('notices')
    .values({ ...row, secret_hash: hashOf(newSecret()) })
    .execute()
}

/** Whether the member has a passkey, or had one or a second factor until a link took it away within seven days. */
export async function isGuarded({ db, now }: Pick<Ctx, 'db' | 'now'>, member_id: string): Promise<boolean> {
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
