// Spec §5, e-mail: how the app cleans and checks an address.
import { isEmail } from '../../../contract/email.ts'
import { urlOf } from '../../../contract/url.ts'
import type { MessageKey } from '../texts/messages.ts'
import { INPUT_MAX_LENGTH } from './textFields.ts'

/** An internationalised domain in the form that mail servers use. Browsers differ: Chromium converts it in an e-mail field, Firefox does not. */
function asciiDomain(domain: string): string {
  if (!/[^\0-\x7f]/.test(domain) || /[^\p{L}\p{M}\p{N}.-]/u.test(domain)) return domain
  // A letter of another script inside the last part, as in `com가`, is a slip of the keyboard: no top-level domain mixes them.
  const last = domain.slice(domain.lastIndexOf('.') + 1)
  if (/[a-z]/i.test(last) && /[^\0-\x7f]/.test(last)) return domain
  return urlOf(`http://${domain}`)?.hostname ?? domain
}

/** The address as its field shows it: NFKC, because keyboards can type full-width letters, and without invisible characters and surrounding spaces. */
export const shownEmail = (typed: string): string =>
  typed
    .slice(0, INPUT_MAX_LENGTH)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    // The full stop of Chinese and Japanese keyboards.
    .replace(/。/g, '.')
    .trim()

/** The address as the app checks and sends it: as shown, and with an ASCII domain. */
export function cleanEmail(typed: string): string {
  const email = shownEmail(typed)
  const at = email.lastIndexOf('@') + 1
  return email.slice(0, at) + asciiDomain(email.slice(at))
}

export function emailProblem(typed: string): MessageKey | null {
  const email = cleanEmail(typed)
  if (email === '') return 'field.emailEmpty'
  const at = email.indexOf('@')
  if (at < 0) return 'field.emailNoAt'
  if (!email.includes('.', at)) return 'field.emailNoDomain'
  return isEmail(email) ? null : 'field.emailFormat'
}
