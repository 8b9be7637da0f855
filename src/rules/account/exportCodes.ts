// Screens, "Account": what the codes in the copy of everything that is stored stand for.
import { ACTIVITY_OF, type ShownEvent } from '../../../contract/activityEvents.ts'
import { LANGUAGE_NAMES } from '../../../contract/locale.ts'
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

/** Fields of which the texts name each value (`exported.value.`). */
const NAMED: readonly string[] = ['status', 'join_status', 'join_type', 'member_type_code', 'second_factor']

const events: Readonly<Record<string, ShownEvent>> = ACTIVITY_OF
const languages: Readonly<Record<string, string>> = LANGUAGE_NAMES

export type CodeLists = Readonly<Record<string, readonly Code[]>>

/** What a code stands for: a text, the code of a list, or words that are the same in every language. Null: nobody knows. */
export function meaningOf(
  field: string,
  code: string,
  lists: CodeLists,
): { text: MessageKey } | { code: Code } | { words: string } | null {
  if (NAMED.includes(field)) return { text: `exported.value.${code}` as MessageKey }
  const shown = field === 'event' ? events[code] : undefined
  if (shown) return { text: activityNames[shown.as] }
  const language = field === 'locale' ? languages[code] : undefined
  if (language) return { words: language }
  const found = lists[GROUP_OF[field] ?? '']?.find((one) => one.code === code)
  return found ? { code: found } : null
}
