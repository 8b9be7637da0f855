// Spec §3, a student's data about the school, besides the enrollment letter.
import { sql } from 'kysely'
import type { StudentProfile } from '../../../contract/shapes/join.ts'
import type { Ctx } from '../../context.ts'
import { refuse } from '../refusal.ts'
import { checkStudent } from './joinProfile.ts'

/** Adds the data to the profile. @throws Refused 400 for a member who is not a student, or with the name of an invalid field */
export async function keepStudent(ctx: Ctx, member_id: string, given: StudentProfile): Promise<void> {
  const member = await ctx.db
    .selectFrom('members')
    .select('member_type_code')
    .where('id', '=', member_id)
    .executeTakeFirst()
  if (member?.member_type_code !== 'STUDENT') throw refuse(400, 'NOT_A_STUDENT')
  checkStudent(ctx, given)
  const { majors, double_majors, ...profile } = given
  // What is given alone: another visit of the member may change the rest at the same moment.
  await ctx.db
    .updateTable('members')
    .set({
      profile: sql<string>`profile || ${JSON.stringify(profile)}::jsonb`,
      majors: sql<string>`majors || ${JSON.stringify({ majors, double_majors })}::jsonb`,
    })
    .where('id', '=', member_id)
    .execute()
}
