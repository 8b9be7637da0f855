// Spec §3, the recommender of a family member: a person of the group, named by the member number. The specification does not say what a
// number looks like, so only the server checks it.
import type { MessageKey } from '../texts/messages.ts'
import { cleanText } from '../fields/textFields.ts'

/** The number as it is sent. Full-width letters and digits are normalised. */
export const cleanMemberNumber = (typed: string): string => cleanText(typed).normalize('NFKC')

export const recommenderProblem = (typed: string): MessageKey | null =>
  cleanMemberNumber(typed) === '' ? 'field.recommenderEmpty' : null
