// The passkeys of a member, as rows. Whatever becomes of a password, they stay.
import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'

/** As many as any member needs. More would slow down a browser, which is told all of them when another one is created. */
export const MOST_PASSKEYS = 20

/** @returns all of them, the oldest first */
export const passkeysOfMember = ({ db }: Pick<Ctx, 'db'>, member_id: string) =>
  db
    .selectFrom('passkeys')
    .select([
      'id',
      'credential_id',
      'transports',
      'name',
      'user_handle',
      'backed_up',
      'aaguid',
      'created_at',
      'last_used_at',
    ])
    .where('member_id', '=', member_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export async function hasPasskey({ db }: Pick<Ctx, 'db'>, member_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('passkeys')
    .select('id')
    .where('member_id', '=', member_id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * What all passkeys of a member tell the server, and nobody else: the bytes of the member ID, or what another system has given the first of them.
 * @returns base64url
 */
export const userHandleOf = (member_id: string, [first]: readonly { user_handle: string }[]): string =>
  first?.user_handle ?? Buffer.from(member_id.replaceAll('-', ''), 'hex').toString('base64url')

/** The passkey of a credential, and the password of its member, which decides whether a sign-in is outdated. */
export const passkeyOf = ({ db }: Pick<Ctx, 'db'>, credential_id: string) =>
  db
    .selectFrom('passkeys as p')
    .innerJoin('members as m', 'm.id', 'p.member_id')
    .select(['p.id', 'p.member_id', 'p.credential_id', 'p.public_key', 'p.user_handle', 'p.backup_eligible'])
    .select('m.password_changed_at')
    .where('p.credential_id', '=', credential_id)
    .executeTakeFirst()

/**
 * Notes a use, in the statement that compares the counters: of two uses at once, one passes.
 * @returns false if the authenticator counts and has not counted further: another copy of the passkey was used since
 */
export async function noteUse(
  ctx: Ctx,
  id: string,
  used: { counter: number; backup_eligible: boolean; backed_up: boolean },
): Promise<boolean> {
  const { counter } = used
  const noted = await ctx.db
    .updateTable('passkeys')
    .set({ ...used, last_used_at: ctx.now() })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`)
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}
