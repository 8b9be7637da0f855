// The demonstration gives a database members with known passwords, and its reset deletes all members that are there.
import type { Ctx } from '../backend/context.ts'
import { StartProblem } from '../backend/startProblem.ts'

/** @throws StartProblem if the database has members, and none of them is the demonstration's: they are an installation's */
export async function mustBeDemo({ db }: Ctx): Promise<void> {
  const first = await db
    .selectFrom('members')
    .select('demo_key')
    .orderBy((eb) => eb('demo_key', 'is', null))
    .limit(1)
    .executeTakeFirst()
  if (first?.demo_key === null)
    throw new StartProblem('the database has members, and none of the demo: give the demo a database of its own')
}
