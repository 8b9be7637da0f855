// Spec §3, the codes that a join chooses from and that no code group of the service API brings.
import type { MessageKey, Values } from './messages'

/** 'Other' among job titles, relationships and family jobs: a text of one's own belongs to it. */
export const OTHER_CODES = ['JOB_TYP_ETC', 'FAM_REL_ETC', 'FAM_JOB_ETC'] as const

/** The lists of companies have an 'other' of their own. */
export const isOther = (code: string): boolean => OTHER_CODES.some((other) => other === code) || code.endsWith('_ETC')

export const otherProblem = (code: string, text: string): MessageKey | null =>
  isOther(code) && text.trim() === '' ? 'field.otherEmpty' : null

/** Year 1 to 6, first or second semester. */
export const SEMESTERS = ['11', '12', '21', '22', '31', '32', '41', '42', '51', '52', '61', '62'] as const
export type Semester = (typeof SEMESTERS)[number]

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

/** How the member stands to the recommender, where the service API cannot name it; the last three share one code. */
export const RELATIONSHIPS = [
  { code: '00', name: 'field.relationParents' },
  { code: '01', name: 'field.relationSpouse' },
  { code: '02', name: 'field.relationSibling' },
  { code: '02', name: 'field.relationChildren' },
  { code: '02', name: 'field.relationEtc' },
] as const satisfies readonly { code: string; name: MessageKey }[]
