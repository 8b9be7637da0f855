// Spec §5, e-mail: the pattern of the HTML standard, as in `type=email`. It is linear.
import type { MessageKey } from './messages'
import { INPUT_MAX_LENGTH } from './textFields'

const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

export const isEmail = (value: string): boolean => value.length <= 256 && EMAIL.test(value)

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
