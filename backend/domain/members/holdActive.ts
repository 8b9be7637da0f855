// Security E5: a call that has found its session may go on after the account was protected or suspended.
import type { Ctx } from '../../context.ts'

/** Keeps the status of the member until the transaction ends. @returns whether the member may sign in */
export const holdActive = async ({ db }: Pick<Ctx, 'db'>, member_id: string): Promise<boolean> =>
  (await db
    .selectFrom('members')
    .select('id')
    .where('id', '=', member_id)
    .where('status', '=', 'ACTIVE')
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined
