// Spec §3, profile fields a service may ask for: which are missing, and whether a value is one that can be chosen.
import { codesOf } from '../lists/codes.ts'
import { INTERESTS } from '../lists/interests.ts'

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

/** The fields of the service's list that the member has not filled, in the order of the list above. */
export const missingProfile = (required: readonly string[], profile: Record<string, string>): ProfileField[] =>
  PROFILE_FIELDS.filter((field) => required.includes(field) && !profile[field])

const ABOVE: Partial<Record<ProfileField, ProfileField>> = {
  current_job: 'current_job_group',
  hope_job: 'hope_job_group',
  interest_field: 'interest_category',
}

/** These fields, and the fields that they depend on. */
export const withParents = (fields: readonly ProfileField[]): ProfileField[] =>
  fields.flatMap((field) => [ABOVE[field] ?? field, field])

const jobs = codesOf('JOBGROUP') ?? []
const isGroup = (code: string) => jobs.some((job) => job.code === code && !job.parent)
const isJobOf = (code: string, group = '') => jobs.some((job) => job.code === code && job.parent === group)
const isFieldOf = (code: string, category = '') =>
  INTERESTS.some((one) => one.code === category && one.fields.some((field) => field.code === code))

const rules: Record<ProfileField, (value: string, all: Profile) => boolean> = {
  current_job_group: isGroup,
  current_job: (value, all) => isJobOf(value, all.current_job_group),
  hope_job_group: isGroup,
  hope_job: (value, all) => isJobOf(value, all.hope_job_group),
  interest_category: (value) => INTERESTS.some(({ code }) => code === value),
  interest_field: (value, all) => isFieldOf(value, all.interest_category),
}

/** The first field with an invalid value, or null. `all` is the profile after the change. */
export const profileProblem = (all: Profile): ProfileField | null =>
  PROFILE_FIELDS.find((field) => all[field] !== undefined && !rules[field](all[field], all)) ?? null
