// Contract, SERVICE_ADD_INFO: the fields that a service asks for, filled by the member.
import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { Member } from '../../db/schema.ts'
import { badField } from '../join/joinVisit.ts'
import { isNicknameFree, isNicknameTaken, nicknameColumns, readNickname } from '../join/nicknames.ts'
import {
  type Asking,
  isProfileField,
  missingFields,
  PROFILE_FIELDS,
  type Profile,
  type ProfileField,
  profileProblem,
  withParents,
} from './profile.ts'

type Given = Profile & { nickname?: string | undefined }

/** The profile with the fields that are asked for. @throws Refused 400 for a field that is missing or invalid */
function filledProfile(ctx: Ctx, member: Member, asked: readonly ProfileField[], given: Profile) {
  // A job belongs to a job group, so the group is stored with it, even if another one was known.
  const fills: readonly string[] = withParents(asked)
  const known = Object.fromEntries(
    Object.entries(given).filter(([field, value]) => value !== undefined && fills.includes(field)),
  )
  const profile: Profile = { ...member.profile, ...known }
  const wrong = asked.find((field) => !profile[field]) ?? profileProblem(ctx.codes, profile)
  if (wrong) throw badField(wrong)
  // These alone: another visit of the member may have filled other fields since this one has read them.
  return { profile: sql<string>`profile || ${JSON.stringify(known)}::jsonb` }
}

/** @throws Refused 400 for a nickname that is missing, breaks a rule, or is another member's */
async function filledNickname(ctx: Ctx, { id }: Member, typed = '') {
  const nickname = readNickname(typed)
  if (nickname === null || !(await isNicknameFree(ctx, nickname, null, id))) throw badField('nickname')
  return nicknameColumns(nickname)
}

/**
 * Fills the requested fields that are empty. A field that another visit of the member has filled meanwhile keeps that value.
 * @param visit `has_letter`: also if the letter comes with this call
 * @throws Refused 400 for a field that was not requested, is missing or is invalid
 */
export async function fillProfile(ctx: Ctx, visit: Asking & { member: Member }, given: Given): Promise<void> {
  const { member, service } = visit
  const { nickname, ...wishes } = given
  const asked = missingFields(visit)
  const isRequested = (field: string) => service.required_profile.includes(field)
  const requested: readonly string[] = [
    ...withParents(PROFILE_FIELDS.filter(isRequested)),
    ...['nickname'].filter(isRequested),
  ]
  const foreign = Object.entries(given).find(([field, value]) => value !== undefined && !requested.includes(field))
  if (foreign) throw badField(foreign[0])
  if (asked.length === 0) return
  if (asked.includes('enrollment_letter')) throw badField('enrollment_letter')
  const fields = asked.filter(isProfileField)
  const columns = {
    ...(fields.length > 0 && filledProfile(ctx, member, fields, wishes)),
    ...(asked.includes('nickname') && (await filledNickname(ctx, member, nickname))),
  }
  try {
    await ctx.db.updateTable('members').set(columns).where('id', '=', member.id).execute()
  } catch (error) {
    throw isNicknameTaken(error) ? badField('nickname') : error
  }
}
