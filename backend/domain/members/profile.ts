// Spec §3 and contract, SERVICE_ADD_INFO: the fields a service may ask for, which of them are missing, and whether a value is one that can be chosen.
import type { Member, Service } from '../../db/schema.ts'
import type { CodeLists } from '../lists/codes.ts'

export const PROFILE_FIELDS = [
  'current_job_group',
  'current_job',
  'hope_job_group',
  'hope_job',
  'interest_category',
  'interest_field',
] as const
export type ProfileField = (typeof PROFILE_FIELDS)[number]
export type Profile = Partial<Record<ProfileField, string>>

/** What a service may ask for. */
export const ASKED_FIELDS = [...PROFILE_FIELDS, 'nickname', 'enrollment_letter'] as const
type AskedField = (typeof ASKED_FIELDS)[number]

export type Asking = {
  service: Pick<Service, 'required_profile'>
  member: Pick<Member, 'profile' | 'nickname' | 'member_type_code'>
  has_letter: boolean
}

/** A join always has a nickname, so none is missing but that of a member whom an import brought without one. Only a student has a letter. */
const OTHERS: Record<Exclude<AskedField, ProfileField>, (asking: Asking) => boolean> = {
  nickname: ({ member }) => member.nickname === null,
  enrollment_letter: ({ member, has_letter }) => member.member_type_code === 'STUDENT' && !has_letter,
}

export const isProfileField = (field: AskedField): field is ProfileField => !(field in OTHERS)

/** The fields of the service's list that the member has not filled, in the order of the list above. */
export const missingFields = (asking: Asking): AskedField[] =>
  ASKED_FIELDS.filter(
    (field) =>
      asking.service.required_profile.includes(field) &&
      (isProfileField(field) ? !asking.member.profile[field] : OTHERS[field](asking)),
  )

const ABOVE: Partial<Record<ProfileField, ProfileField>> = {
  current_job: 'current_job_group',
  hope_job: 'hope_job_group',
  interest_field: 'interest_category',
}

/** These fields, and the fields that they depend on. */
export const withParents = (fields: readonly ProfileField[]): ProfileField[] =>
  fields.flatMap((field) => [ABOVE[field] ?? field, field])

type Rule = (lists: CodeLists, value: string, all: Profile) => boolean

const isTop =
  (group: string): Rule =>
  (lists, value) =>
    lists.get(group)?.some(({ code, parent }) => code === value && !parent) ?? false
/** Whether the value is below that of the other field. */
const isBelow =
  (group: string, above: ProfileField): Rule =>
  (lists, value, all) =>
    lists.get(group)?.some(({ code, parent }) => code === value && parent === (all[above] ?? '')) ?? false

const rules: Record<ProfileField, Rule> = {
  current_job_group: isTop('JOBGROUP'),
  current_job: isBelow('JOBGROUP', 'current_job_group'),
  hope_job_group: isTop('JOBGROUP'),
  hope_job: isBelow('JOBGROUP', 'hope_job_group'),
  interest_category: isTop('INTERESTS'),
  interest_field: isBelow('INTERESTS', 'interest_category'),
}

/** The first field with an invalid value, or null. `all` is the profile after the change. */
export const profileProblem = (lists: CodeLists, all: Profile): ProfileField | null =>
  PROFILE_FIELDS.find((field) => all[field] !== undefined && !rules[field](lists, all[field], all)) ?? null
