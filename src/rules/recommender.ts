// Spec §3, the recommender of a family member: somebody of the group, named by the member number.
import type { MessageKey } from './messages'

const MEMBER_NUMBER_LENGTH = 8

/** The digits of what was typed or pasted; full-width ones count. */
export const memberNumberDigits = (typed: string): string =>
  typed.slice(0, 1000).normalize('NFKC').replace(/\D/g, '').slice(0, MEMBER_NUMBER_LENGTH)

export function recommenderProblem(mbr_no: string): MessageKey | null {
  if (mbr_no === '') return 'field.recommenderEmpty'
  return /^\d{8}$/.test(mbr_no) ? null : 'field.recommenderFormat'
}
