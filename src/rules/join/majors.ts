// Spec §5, register-major modal: the first major is required, the others count if they are filled in.
import { MOST_MAJORS } from '../../../contract/shapes/join.ts'
import type { MessageKey } from '../texts/messages.ts'

export type MajorEntry = { majorCode: string; majorName: string }

const isFilled = ({ majorCode, majorName }: MajorEntry) => majorCode !== '' && majorName.trim() !== ''

/** The text of the toast, or null: the first major needs code and name. */
export const majorsProblem = (majors: readonly MajorEntry[]): MessageKey | null =>
  majors[0] && isFilled(majors[0]) ? null : 'field.majorRequired'

/** The filled entries, three at most. */
export const filledMajors = (majors: readonly MajorEntry[]): MajorEntry[] =>
  majors
    .filter(isFilled)
    .slice(0, MOST_MAJORS)
    .map(({ majorCode, majorName }) => ({ majorCode, majorName: majorName.trim() }))

const isEmpty = ({ majorCode, majorName }: MajorEntry) => majorCode === '' && majorName.trim() === ''

/** The rows of the modal: the entries up to the last one with a text, and empty ones up to `least`. */
export function majorRows(majors: readonly MajorEntry[], least: number): MajorEntry[] {
  const length = Math.max(least, majors.findLastIndex((entry) => !isEmpty(entry)) + 1)
  return Array.from(
    { length: Math.min(length, MOST_MAJORS) },
    (_, at) => majors[at] ?? { majorCode: '', majorName: '' },
  )
}

/** The rows with one more, or null if there are as many as allowed. */
export const withNextRow = (rows: readonly MajorEntry[]): MajorEntry[] | null =>
  rows.length < MOST_MAJORS ? majorRows([...rows], rows.length + 1) : null
