// Spec §5 and security D15, the login id: an e-mail address in one canonical spelling, so that no member has two.
import { domainToASCII } from 'node:url'

/** Folds case, width and Unicode form, with the domain in ASCII. Accepts any text; two spellings of one login ID give the same key. */
export function loginIdKey(login_id: string): string {
  const folded = login_id.normalize('NFKC').trim().toLowerCase()
  const at = folded.lastIndexOf('@')
  if (at < 0) return folded
  const domain = domainToASCII(folded.slice(at + 1))
  return domain === '' ? folded : `${folded.slice(0, at)}@${domain}`
}

/** `hong@example.com` → `ho***@example.com`: the owner recognises it, and a stranger does not learn its length. */
export function maskedLoginId(login_id: string): string {
  const at = login_id.lastIndexOf('@')
  const local = at < 0 ? login_id : login_id.slice(0, at)
  const shown = local.slice(0, local.length > 3 ? 2 : 1)
  return `${shown}***${at < 0 ? '' : login_id.slice(at)}`
}
