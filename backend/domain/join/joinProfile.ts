// Spec §3: the profile fields that each member type must fill at the join, and their valid values.
import type { JoinProfile, Major, StudentProfile } from '../../../contract/shapes/join.ts'
import type { MEMBER_TYPES } from '../../../contract/codes.ts'
import type { Ctx } from '../../context.ts'
import { isNation, type CodeLists } from '../lists/codes.ts'
import { canonicalEmail } from '../members/email.ts'
import { badField } from './joinVisit.ts'
import { PROFILE_FIELDS, profileProblem } from '../members/profile.ts'

type MemberType = (typeof MEMBER_TYPES)[number]
type Field = keyof JoinProfile
type Check = (value: string, all: JoinProfile, lists: CodeLists) => boolean

const oneOf =
  (group: string): Check =>
  (value, _all, lists) =>
    lists.get(group)?.some(({ code }) => code === value) ?? false
/** The maximum length is the one of the wire shapes. */
const written: Check = (value) => value.trim() !== ''

/** Fields with the choice 'other', and the free text that belongs to it. */
const WITH_OTHER = { job_title: 'JOB_TYP_GRP', relationship: 'FAM_REL_GRP', family_job: 'FAM_JOB_GRP' } as const
type WithOther = keyof typeof WITH_OTHER
/** Whether each row with this code means 'other'. Several rows may share a code. */
const areOther = (lists: CodeLists, field: WithOther, all: JoinProfile): boolean[] =>
  (lists.get(WITH_OTHER[field]) ?? [])
    .filter(({ code }) => code === all[field])
    .map(({ code, code_add }) => [code, code_add].some((one) => one?.endsWith('_ETC')))
/** The free text is required if the code always means 'other', and refused if it never does. */
const besides =
  (field: WithOther): Check =>
  (value, all, lists) =>
    areOther(lists, field, all).includes(true) && written(value, all, lists)
const isAlwaysOther = (lists: CodeLists, field: WithOther, all: JoinProfile): boolean => {
  const rows = areOther(lists, field, all)
  return rows.length > 0 && !rows.includes(false)
}

const SEMESTER = /^[1-6][12]$/
const MAJOR_FIELD = /^0[0-7]$/

const checks: Partial<Record<Field, Check>> = {
  national_code: oneOf('NATIONAL_CD_GEN_GRP'),
  affiliation_name: written,
  affiliation_phone: (value) => /^\d{8,14}$/.test(value),
  affiliation_email: (value) => canonicalEmail(value) !== null,
  job_title: oneOf('JOB_TYP_GRP'),
  job_title_etc: besides('job_title'),
  job_rank: oneOf('JOB_LEV_GRP'),
  recommender_mbr_no: (value) => /^\d{8}$/.test(value),
  relationship: oneOf('FAM_REL_GRP'),
  relationship_etc: besides('relationship'),
  family_job: oneOf('FAM_JOB_GRP'),
  family_job_etc: besides('family_job'),
  school_course: oneOf('SCH_CURS_GRP'),
  school_status: oneOf('SCH_GRAD_GRP'),
  complete_semester: (value) => SEMESTER.test(value),
  emp_no: written,
}

type Form = { needed: Field[]; optional: Field[]; affiliation?: string }
const general: Field[] = ['member_type_code', 'national_code']
const forms: Record<MemberType | 'SK', Form> = {
  BSNS: {
    needed: ['affiliation_code', 'job_title'],
    optional: ['affiliation_name', 'affiliation_phone', 'affiliation_email', 'job_title_etc', 'job_rank', ...general],
    affiliation: 'PARTNER_COM_GRP',
  },
  SOCIAL: {
    needed: ['affiliation_code', 'job_title'],
    optional: ['affiliation_name', 'job_title_etc', 'job_rank', ...general],
    affiliation: 'SOCIAL_COM_GRP',
  },
  FAMILY: {
    needed: ['recommender_mbr_no', 'relationship', 'family_job'],
    optional: ['relationship_etc', 'family_job_etc', ...general],
  },
  STUDENT: {
    needed: ['affiliation_code', 'school_course', 'school_status'],
    optional: ['affiliation_name', 'majors', 'double_majors', 'complete_semester', ...general],
    affiliation: 'SCH_GRP',
  },
  SK: { needed: ['affiliation_code'], optional: ['affiliation_name', 'emp_no'], affiliation: 'SK_COM_GRP' },
}

const isMajor = ({ major_code, major_name }: Major) => MAJOR_FIELD.test(major_code) && major_name.trim() !== ''

/** @throws Refused 400 with a field that is missing, does not belong to the member type, or is invalid */
function checkField(lists: CodeLists, field: Field, all: JoinProfile, form: Form): void {
  const value = all[field]
  if (Array.isArray(value)) {
    if (!value.every(isMajor)) throw badField(field)
    return
  }
  if (typeof value !== 'string') return
  const check = field === 'affiliation_code' && form.affiliation ? oneOf(form.affiliation) : checks[field]
  if (check && !check(value, all, lists)) throw badField(field)
}

/**
 * The profile that is stored. The member type of an invitation wins over the one in the body.
 * @throws Refused 400 with the invalid field
 */
export async function readProfile(ctx: Ctx, given: JoinProfile, isGroup: boolean, knownType: MemberType | null) {
  const type = isGroup ? null : (knownType ?? given.member_type_code ?? null)
  if (!isGroup && type === null) throw badField('member_type_code')
  const form = forms[type ?? 'SK']
  const own = Object.keys(given) as Field[]
  const wishes: readonly string[] = PROFILE_FIELDS
  const foreign = own.find((field) => !wishes.includes(field) && ![...form.needed, ...form.optional].includes(field))
  if (foreign) throw badField(foreign)
  for (const field of form.needed) if (!given[field]) throw badField(field)
  for (const field of own) checkField(ctx.codes, field, given, form)
  for (const field of Object.keys(WITH_OTHER) as WithOther[])
    if (isAlwaysOther(ctx.codes, field, given) && !given[`${field}_etc`]) throw badField(`${field}_etc`)
  const wrong = profileProblem(ctx.codes, given) ?? jobsProblem(given)
  if (wrong) throw badField(wrong)
  if (given.recommender_mbr_no && !(await isRecommender(ctx, given.recommender_mbr_no)))
    throw badField('recommender_mbr_no')
  const { majors, double_majors, member_type_code: _type, national_code, emp_no, ...profile } = given
  return { type, profile, majors: { majors, double_majors }, national_code, emp_no }
}

/** The nationality in the second form, from the list that the app offers. Null: left out. @throws Refused 400 with the field */
export function readNational({ codes }: Ctx, national: string, isGroup: boolean): string | null {
  if (national === '') return null
  if (!isNation(codes, national, isGroup)) throw badField('national')
  return national
}

/** @throws Refused 400 with the invalid field */
export function checkStudent({ codes }: Ctx, given: StudentProfile): void {
  for (const field of Object.keys(given) as Field[]) checkField(codes, field, given, forms.STUDENT)
  const wrong = profileProblem(codes, given)
  if (wrong) throw badField(wrong)
}

const JOBS = ['current_job_group', 'current_job', 'hope_job_group', 'hope_job'] as const

/** All four jobs, or none. */
function jobsProblem(given: JoinProfile): Field | null {
  const missing = JOBS.find((field) => !given[field])
  return missing && JOBS.some((field) => given[field]) ? missing : null
}

/** The group member with this member number. */
async function isRecommender(ctx: Ctx, mbr_no: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('members')
    .select('id')
    .where('mbr_no', '=', mbr_no)
    .where('belong_sk', '=', true)
    .where('joined', '=', true)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst()
  return row !== undefined
}
