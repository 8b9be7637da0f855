// Whatever changes several rows of a member in one transaction takes the member's row first, so that no two of them wait for each other.
import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'

type Db = Pick<Kysely<Schema>, 'selectFrom'>

/** Waits for a change of the member in progress, and lets no other begin before this transaction ends. */
export const holdMember = async (db: Db, id: string): Promise<void> =>
  void (await db.selectFrom('members').select('id').where('id', '=', id).forNoKeyUpdate().execute())

/**
 * The same for calls that write down what they have read of members: any number of them at once.
 * @returns those that are there
 */
export async function holdForReading(db: Db, ids: readonly string[]): Promise<string[]> {
  const held = await db.selectFrom('members').select('id').where('id', 'in', ids).orderBy('id').forShare().execute()
  return held.map(({ id }) => id)
}
