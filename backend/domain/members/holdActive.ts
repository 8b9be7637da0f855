// Security E5: a call that has found its session may go on after the account was protected or suspended, or after a new password.
import type { Ctx } from '../../context.ts'
import type { Member } from '../../db/schema.ts'

/** The first moment at which a password is newer than the one that the caller has read. NOTE: the database counts smaller parts of a second. */
export const newerThan = ({ password_changed_at }: Pick<Member, 'password_changed_at'>): Date =>
  new Date(password_changed_at.getTime() + 1)

/**
 * Keeps the status and the password of the member until the transaction ends.
 * @param member as the call has read it @returns whether the session of that call may still go on
 */
export const holdActive = async (
  { db }: Pick<Ctx, 'db'>,
  member: Pick<Member, 'id' | 'password_changed_at'>,
): Promise<boolean> =>
  (await db
    .selectFrom('members')
    .select('id')
    .where('id', '=', member.id)
    .where('status', '=', 'ACTIVE')
    .where('password_changed_at', '<', newerThan(member))
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined
