// Spec §3, the recommender of a family member: somebody of the group, named by the member number. What that looks like the spec
// leaves to the server, so the server alone says whether it is one.
import type { MessageKey } from './messages'
import { cleanText } from './textFields'

/** As it is sent; full-width letters and digits count. */
export const cleanMemberNumber = (typed: string): string => cleanText(typed).normalize('NFKC')

export const recommenderProblem = (typed: string): MessageKey | null =>
  cleanMemberNumber(typed) === '' ? 'field.recommenderEmpty' : null
