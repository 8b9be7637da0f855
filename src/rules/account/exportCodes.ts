// Screens, "Account": what the codes in the copy of everything that is stored stand for.
import { ACTIVITY_OF, type ShownEvent } from '../../../contract/activityEvents.ts'
import { LANGUAGE_NAMES } from '../../../contract/locale.ts'
import type { Interests } from '../../../contract/shapes/portal.ts'
import type { Code } from '../../../contract/shapes/service.ts'
import { activityNames } from './activity.ts'
import { MAJOR_FIELDS, SEMESTERS, semesterName } from '../join/codes.ts'
import type { MessageKey, Values } from '../texts/messages.ts'

/** The code list that names the values of a field. A Map, because a field may be named like an object's own property. */
const GROUP_OF: ReadonlyMap<string, string> = new Map([
  ['gender', 'GENDER_GRP'],
  ['national', 'NATIONAL_CD_GEN_GRP'],
  ['current_job_group', 'JOBGROUP'],
  ['current_job', 'JOBGROUP'],
  ['hope_job_group', 'JOBGROUP'],
  ['hope_job', 'JOBGROUP'],
  ['job_title', 'JOB_TYP_GRP'],
  ['job_rank', 'JOB_LEV_GRP'],
  ['relationship', 'FAM_REL_GRP'],
  ['family_job', 'FAM_JOB_GRP'],
  ['school_course', 'SCH_CURS_GRP'],
  ['school_status', 'SCH_GRAD_GRP'],
  ['interest_category', 'interests'],
  ['interest_field', 'interests'],
])

/** The list of a company, organisation or school depends on the member type, so its code is looked up by itself. */
export const AFFILIATION = 'affiliation_code'

/** A copy is about one member. A backend whose copy has more of these codes gets no more calls. */
const MOST_LOOK_UPS = 4

/** Fields of which the texts name each value (`exported.value.`). */
const NAMED = ['status', 'join_status', 'join_type', 'member_type_code', 'member_kind', 'second_factor']

const events: Readonly<Record<string, ShownEvent>> = ACTIVITY_OF
const languages: Readonly<Record<string, string>> = LANGUAGE_NAMES

type NamedCode = Pick<Code, 'code' | 'code_name' | 'code_name_en' | 'code_name_cn' | 'code_name_ja'>

/** The code lists by their group. The interests and the affiliations have calls of their own. */
export type CodeLists = Readonly<Record<string, readonly NamedCode[]>>

/** The categories of interest and their fields as one code list. */
export const interestCodes = (interests: Interests): NamedCode[] =>
  interests
    .flatMap((category) => [category, ...category.fields])
    .map(({ code, name, name_en, name_cn, name_ja }) => ({
      code,
      code_name: name,
      code_name_en: name_en,
      code_name_cn: name_cn,
      code_name_ja: name_ja,
    }))

/** Each field below a value, with its own value. */
function fieldsBelow(value: unknown): (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(fieldsBelow)
  return Object.entries(value).flatMap(([name, part]) => [[name, part] as const, ...fieldsBelow(part)])
}

/** The code lists that name values of this copy, and the codes that are looked up one by one. */
export function codesIn(data: Record<string, unknown>): { groups: string[]; affiliations: string[] } {
  const coded = fieldsBelow(data).filter(([, value]) => typeof value === 'string' && value !== '')
  const groups = coded.flatMap(([name]) => GROUP_OF.get(name) ?? [])
  const affiliations = coded.flatMap(([name, value]) => (name === AFFILIATION ? [String(value)] : []))
  return { groups: [...new Set(groups)], affiliations: [...new Set(affiliations)].slice(0, MOST_LOOK_UPS) }
}

/** Codes of lists, a text, or words that are the same in every language. */
type Meaning = { codes: readonly NamedCode[] } | { text: MessageKey; values?: Values } | { words: string }

/** What a code stands for. Several rows of a list can share a code. Null: nobody knows. */
export function meaningOf(field: string, code: string, lists: CodeLists): Meaning | null {
  if (NAMED.includes(field)) return { text: `exported.value.${code}` as MessageKey }
  const shown = field === 'event' ? events[code] : undefined
  if (shown) return { text: activityNames[shown.as] }
  const language = field === 'locale' ? languages[code] : undefined
  if (language) return { words: language }
  const major = field === 'major_code' && MAJOR_FIELDS.find((one) => one.code === code)
  if (major) return { text: major.name }
  const semester = field === 'complete_semester' && SEMESTERS.find((one) => one === code)
  if (semester) return semesterName(semester)
  const group = GROUP_OF.get(field) ?? (field === AFFILIATION ? AFFILIATION : '')
  const codes = lists[group]?.filter((one) => one.code === code) ?? []
  return codes.length > 0 ? { codes } : null
}
