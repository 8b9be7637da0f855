// Spec §5, e-mail: how the app cleans and checks an address.
import { isEmail } from '../wire/email'
import type { MessageKey } from './messages'
import { INPUT_MAX_LENGTH } from './textFields'

/** The address as the app checks and sends it: NFKC, without direction marks and surrounding spaces. */
export const cleanEmail = (typed: string): string =>
  typed
    .slice(0, INPUT_MAX_LENGTH)
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .normalize('NFKC')
    .trim()

export function emailProblem(typed: string): MessageKey | null {
  const email = cleanEmail(typed)
  if (email === '') return 'field.emailEmpty'
  return isEmail(email) && email.includes('.', email.indexOf('@')) ? null : 'field.emailFormat'
}
