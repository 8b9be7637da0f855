// Spec §3, the codes of a join: rows of code groups, and the lists that no group of the service API has.
import type { MessageKey, Values } from '../texts/messages.ts'

/** Separates a choice's code from its suffix. No code contains a tab. */
const BESIDES = '\t'

/** Whether a choice means 'other' (JOB_TYP_ETC, FAM_REL_ETC, FAM_JOB_ETC, and one in each company list), which opens a text field. */
export const isOther = (choice: string): boolean => choice.endsWith('_ETC')

/** Whether the choice is 'other' and its text is missing. */
export const lacksOther = (choice: string, text: string): boolean => isOther(choice) && text.trim() === ''

type CodeRow = { code: string; code_add?: string | null | undefined }

/**
 * The rows of a list, each with the value that a form stores: the code, plus a suffix if several rows share the code, as sibling, children
 * and other do. The additional code then tells which row means 'other'.
 */
export function choicesOf<Row extends CodeRow>(rows: readonly Row[]): { choice: string; row: Row }[] {
  const taken = new Set<string>()
  return rows.map((row, at) => {
    const add = row.code_add ?? ''
    const own = isOther(add) ? row.code + BESIDES + add : row.code
    const choice = taken.has(own) ? row.code + BESIDES + at : own
    taken.add(choice)
    return { choice, row }
  })
}

/** The code of a choice, which is what the app sends. */
export const codeOf = (choice: string): string => choice.split(BESIDES, 1)[0] ?? ''

/** Year 1 to 6, first or second semester. */
export const SEMESTERS = ['11', '12', '21', '22', '31', '32', '41', '42', '51', '52', '61', '62'] as const
type Semester = (typeof SEMESTERS)[number]

export const semesterName = (code: Semester): { text: MessageKey; values: Values } => ({
  text: code.endsWith('1') ? 'field.semester1' : 'field.semester2',
  values: { year: code.slice(0, 1) },
})

/** Fields of a major, from humanities to others. */
export const MAJOR_FIELDS = [
  { code: '00', name: 'field.major00' },
  { code: '01', name: 'field.major01' },
  { code: '02', name: 'field.major02' },
  { code: '03', name: 'field.major03' },
  { code: '04', name: 'field.major04' },
  { code: '05', name: 'field.major05' },
  { code: '06', name: 'field.major06' },
  { code: '07', name: 'field.major07' },
] as const satisfies readonly { code: string; name: MessageKey }[]
