// Contract, SERVICE_ADD_INFO: the fields that a service asks for, filled by the member.
import type { Ctx } from '../context'
import type { Member } from '../db/schema'
import { refuse } from './refusal'
import { missingProfile, profileProblem, type Profile, withParents } from './profile'

/** Fills what was asked for and was empty. @throws Refused 400 for a field that was not asked for, is missing or cannot be so */
export async function fillProfile(
  ctx: Ctx,
  member: Member,
  required: readonly string[],
  given: Profile,
): Promise<void> {
  const asked = missingProfile(required, member.profile)
  const known = Object.entries(given).filter(([, value]) => value !== undefined)
  // A job is chosen within its group: the group comes along, even if one was known.
  const allowed = withParents(asked)
  const foreign = known.find(([field]) => !allowed.some((one) => one === field))
  if (foreign) throw refuse(400, 'BAD_REQUEST', undefined, foreign[0])
  const profile = { ...member.profile, ...Object.fromEntries(known) }
  const wrong = asked.find((field) => !profile[field]) ?? profileProblem(profile)
  if (wrong) throw refuse(400, 'BAD_REQUEST', undefined, wrong)
  await ctx.db
    .updateTable('members')
    .set({ profile: JSON.stringify(profile) })
    .where('id', '=', member.id)
    .execute()
}
