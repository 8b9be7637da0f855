// Spec §5, register-major modal: the first major is needed whole, the others count when they are filled.
import { MOST_MAJORS } from '../wire/join'
import type { MessageKey } from './messages'

export type MajorEntry = { majorCode: string; majorName: string }

const isFilled = ({ majorCode, majorName }: MajorEntry) => majorCode !== '' && majorName.trim() !== ''

/** What a toast says, or null: the first main major needs both code and name. */
export const majorsProblem = (majors: readonly MajorEntry[]): MessageKey | null =>
  majors[0] && isFilled(majors[0]) ? null : 'field.majorRequired'

/** Only filled entries are kept, three at most. */
export const filledMajors = (majors: readonly MajorEntry[]): MajorEntry[] =>
  majors
    .filter(isFilled)
    .slice(0, MOST_MAJORS)
    .map(({ majorCode, majorName }) => ({ majorCode, majorName: majorName.trim() }))

/** The rows of the modal: what is there, filled up with empty ones. */
export const majorRows = (majors: readonly MajorEntry[]): MajorEntry[] =>
  Array.from({ length: MOST_MAJORS }, (_, at) => majors[at] ?? { majorCode: '', majorName: '' })
