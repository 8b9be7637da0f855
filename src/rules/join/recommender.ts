// Spec §3, the recommender of a family member: a person of the group, named by the member number. The specification does not say what a
// number looks like, and no call tells whether one exists: a stranger could try them out. So only the server checks it, at the end of the join.
import type { MessageKey } from '../texts/messages.ts'
import { cleanText, onlyDigits } from '../fields/textFields.ts'

/**
 * The number as it is sent. Full-width letters and digits are normalised. Among digits alone, hyphens and blanks only group them, as in a
 * phone number.
 */
export function cleanMemberNumber(typed: string): string {
  const number = cleanText(typed).normalize('NFKC')
  return /^[\d\s-]*$/.test(number) ? number.replace(/\D/g, '') : number
}

/** What is no member number at any backend: an address, a text without a digit, or the phone of the person who joins. */
export function recommenderProblem(typed: string, ownPhone = ''): MessageKey | null {
  const number = cleanMemberNumber(typed)
  if (number === '') return 'field.recommenderEmpty'
  const isOwnPhone = ownPhone !== '' && number.replace(/[\s-]/g, '') === onlyDigits(ownPhone)
  return isOwnPhone || number.includes('@') || !/\d/.test(number) ? 'field.recommenderForm' : null
}
