// Contract, SERVICE_ADD_INFO: the fields that a service asks for, filled by the member.
import type { Ctx } from '../../context.ts'
import type { Member } from '../../db/schema.ts'
import { refuse } from '../refusal.ts'
import { missingProfile, PROFILE_FIELDS, profileProblem, type Profile, withParents } from './profile.ts'

/**
 * Fills the requested fields that are empty. A field that another visit of the member has filled meanwhile keeps that value.
 * @throws Refused 400 for a field that was not requested, is missing or is invalid
 */
export async function fillProfile(
  ctx: Ctx,
  member: Member,
  required: readonly string[],
  given: Profile,
): Promise<void> {
  const asked = missingProfile(required, member.profile)
  const requested = withParents(PROFILE_FIELDS.filter((field) => required.includes(field)))
  // A job belongs to a job group, so the group is stored with it, even if another one was known.
  const fills = withParents(asked)
  const isIn =
    (fields: readonly string[]) =>
    ([field]: [string, unknown]) =>
      fields.includes(field)
  const known = Object.entries(given).filter(([, value]) => value !== undefined)
  const foreign = known.find((one) => !isIn(requested)(one))
  if (foreign) throw refuse(400, 'BAD_REQUEST', undefined, foreign[0])
  if (asked.length === 0) return
  const profile = { ...member.profile, ...Object.fromEntries(known.filter(isIn(fills))) }
  const wrong = asked.find((field) => !profile[field]) ?? profileProblem(ctx.codes, profile)
  if (wrong) throw refuse(400, 'BAD_REQUEST', undefined, wrong)
  await ctx.db
    .updateTable('members')
    .set({ profile: JSON.stringify(profile) })
    .where('id', '=', member.id)
    .execute()
}
