// Spec §3 and §5, jobs and interests: groups with jobs, categories with fields, and which of them a service asks for.
import type { Locale } from '../../../contract/locale.ts'
import type { Interests } from '../../../contract/shapes/portal.ts'
import type { Codes } from '../../../contract/shapes/service.ts'
import { codeName } from './codeNames.ts'
import { nameIn } from '../texts/locale.ts'
import type { MessageKey } from '../texts/messages.ts'

export const JOB_FIELDS = ['current_job_group', 'current_job', 'hope_job_group', 'hope_job'] as const
export const INTEREST_FIELDS = ['interest_category', 'interest_field'] as const
export const PROFILE_FIELDS = [...JOB_FIELDS, ...INTEREST_FIELDS] as const
export type JobField = (typeof JOB_FIELDS)[number]
export type InterestField = (typeof INTEREST_FIELDS)[number]
export type ProfileField = (typeof PROFILE_FIELDS)[number]

/** Codes by field; '' if nothing is chosen. */
export type JobInfo = Record<JobField, string>
export type InterestInfo = Record<InterestField, string>
export type ProfileInfo = JobInfo & InterestInfo

export const noJobs: JobInfo = { current_job_group: '', current_job: '', hope_job_group: '', hope_job: '' }
export const noInterests: InterestInfo = { interest_category: '', interest_field: '' }

const isProfileField = (name: string): name is ProfileField => PROFILE_FIELDS.some((field) => field === name)

/** Job info counts only when all four values have more than one character. */
export const isJobInfoValid = (info: JobInfo): boolean => JOB_FIELDS.every((field) => info[field].length > 1)
export const isJobInfoEmpty = (info: JobInfo): boolean => JOB_FIELDS.every((field) => info[field] === '')

/** The parent of a field: the group of a job, the category of a field of interest. */
const WITHIN: Partial<Record<ProfileField, ProfileField>> = {
  current_job: 'current_job_group',
  hope_job: 'hope_job_group',
  interest_field: 'interest_category',
}
const within = Object.entries(WITHIN) as [ProfileField, ProfileField][]

/** The patch for a chosen value. It clears the child field, which belonged to the old value. */
export function chosen(field: ProfileField, value: string): Partial<ProfileInfo> {
  const below = within.find(([, above]) => above === field)?.[0]
  return { [field]: value, ...(below && { [below]: '' }) }
}

/** The fields to show for these fields: a job cannot be chosen without its group. Known names only, in the order of the list. */
export function withParents(fields: readonly string[]): ProfileField[] {
  const wanted = new Set(fields.filter(isProfileField).flatMap((field) => [WITHIN[field] ?? field, field]))
  return PROFILE_FIELDS.filter((field) => wanted.has(field))
}

/** `of`: the job that the problem belongs to, because the current and the hoped-for job have the same fields, or the interests. */
export type ProfileProblem = { field: ProfileField; text: MessageKey; of?: MessageKey }

const missing: Record<ProfileField, Omit<ProfileProblem, 'field'>> = {
  current_job_group: { text: 'profile.chooseGroup', of: 'profile.currentJob' },
  current_job: { text: 'profile.chooseJob', of: 'profile.currentJob' },
  hope_job_group: { text: 'profile.chooseGroup', of: 'profile.hopeJob' },
  hope_job: { text: 'profile.chooseJob', of: 'profile.hopeJob' },
  interest_category: { text: 'profile.chooseCategory', of: 'profile.interest' },
  interest_field: { text: 'profile.chooseField', of: 'profile.interest' },
}

/** The job that a problem of this field belongs to. */
export const jobOf = (field: ProfileField): MessageKey | undefined => missing[field].of

const isUnusable = (field: ProfileField, value = ''): boolean =>
  value.length === 1 && JOB_FIELDS.some((job) => job === field)

/**
 * Returns the fields that keep a form from being sent, in order: nothing is chosen, or the code of a job has only one character (Spec §5).
 * A field below an empty one is left out, because nothing can be chosen there yet.
 */
export function profileProblems(info: Partial<ProfileInfo>, fields: readonly ProfileField[]): ProfileProblem[] {
  const empty = fields.filter((field) => !info[field])
  return fields
    .filter((field) => empty.includes(field) || isUnusable(field, info[field]))
    .filter((field) => !empty.some((above) => above === WITHIN[field]))
    .map((field) => ({ field, ...missing[field], ...(info[field] && { text: 'profile.unusable' as const }) }))
}

/** The problems of an optional section: what was begun must be complete. */
export const begunProblems = (jobs: JobInfo, interests: InterestInfo): ProfileProblem[] => [
  ...(isJobInfoEmpty(jobs) ? [] : profileProblems(jobs, JOB_FIELDS)),
  ...(interests.interest_category === '' ? [] : profileProblems(interests, INTEREST_FIELDS)),
]

export type Choice = { value: string; text: string }

export const codeChoices = (codes: Codes, locale: Locale): Choice[] =>
  codes.map((code) => ({ value: code.code, text: codeName(code, locale) }))

/** The groups among the codes of JOBGROUP, which can list the jobs too. */
export const groupChoices = (codes: Codes, locale: Locale): Choice[] =>
  codeChoices(
    codes.filter(({ parent }) => !parent),
    locale,
  )

const interestName = (
  { name: ko, name_en: en, name_cn: cn, name_ja: ja }: Omit<Interests[number], 'fields' | 'code'>,
  locale: Locale,
) => nameIn(locale, { ko, en, cn, ja })

/** The categories; with `category`, the fields of that category. */
export function interestChoices(interests: Interests, locale: Locale, category?: string): Choice[] {
  const found = category === undefined ? interests : (interests.find(({ code }) => code === category)?.fields ?? [])
  return found.map((one) => ({ value: one.code, text: interestName(one, locale) }))
}
