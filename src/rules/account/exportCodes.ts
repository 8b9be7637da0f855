// Screens, "Account": what the codes in the copy of everything that is stored stand for.
import { ACTIVITY_OF, type ShownEvent } from '../../../contract/activityEvents.ts'
import { LANGUAGE_NAMES } from '../../../contract/locale.ts'
import type { Interests } from '../../../contract/shapes/portal.ts'
import type { Code } from '../../../contract/shapes/service.ts'
import { activityNames } from './activity.ts'
import type { MessageKey } from '../texts/messages.ts'

/** The code list that names the values of a field. */
const GROUP_OF: Partial<Record<string, string>> = {
  gender: 'GENDER_GRP',
  current_job_group: 'JOBGROUP',
  current_job: 'JOBGROUP',
  hope_job_group: 'JOBGROUP',
  hope_job: 'JOBGROUP',
}
export const EXPORT_GROUPS = [...new Set(Object.values(GROUP_OF))] as string[]

const INTEREST_FIELDS: readonly string[] = ['interest_category', 'interest_field']

/** Fields of which the texts name each value (`exported.value.`). */
const NAMED: readonly string[] = ['status', 'join_status', 'join_type', 'member_type_code', 'second_factor']

const events: Readonly<Record<string, ShownEvent>> = ACTIVITY_OF
const languages: Readonly<Record<string, string>> = LANGUAGE_NAMES

type NamedCode = Pick<Code, 'code' | 'code_name' | 'code_name_en' | 'code_name_cn'>

/** The code lists by their group, and the interests, which have a call of their own. */
export type CodeLists = Readonly<Record<string, readonly NamedCode[]>>

/** The categories of interest and their fields as one code list. */
export const interestCodes = (interests: Interests): NamedCode[] =>
  interests
    .flatMap((category) => [category, ...category.fields])
    .map(({ code, name, name_en, name_cn }) => ({
      code,
      code_name: name,
      code_name_en: name_en,
      code_name_cn: name_cn,
    }))

/** What a code stands for: a text, the code of a list, or words that are the same in every language. Null: nobody knows. */
export function meaningOf(
  field: string,
  code: string,
  lists: CodeLists,
): { text: MessageKey } | { code: NamedCode } | { words: string } | null {
  if (NAMED.includes(field)) return { text: `exported.value.${code}` as MessageKey }
  const shown = field === 'event' ? events[code] : undefined
  if (shown) return { text: activityNames[shown.as] }
  const language = field === 'locale' ? languages[code] : undefined
  if (language) return { words: language }
  const group = INTEREST_FIELDS.includes(field) ? 'interests' : (GROUP_OF[field] ?? '')
  const found = lists[group]?.find((one) => one.code === code)
  return found ? { code: found } : null
}
