// Spec §3, the codes that a join chooses from and that no code group of the service API brings.
import type { MessageKey, Values } from './messages'

/** 'Other' – JOB_TYP_ETC, FAM_REL_ETC, FAM_JOB_ETC, and that of each list of companies: a text of one's own belongs to it. */
export const isOther = (code: string): boolean => code.endsWith('_ETC')

export const otherProblem = (code: string, text: string): MessageKey | null =>
  isOther(code) && text.trim() === '' ? 'field.otherEmpty' : null

/** Year 1 to 6, first or second semester. */
export const SEMESTERS = ['11', '12', '21', '22', '31', '32', '41', '42', '51', '52', '61', '62'] as const
type Semester = (typeof SEMESTERS)[number]

export const semesterName = (code: Semester): { text: MessageKey; values: Values } => ({
  text: code.endsWith('1') ? 'field.semester1' : 'field.semester2',
  values: { year: code.slice(0, 1) },
})

/** Humanities to others. */
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
