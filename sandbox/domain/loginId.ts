// Spec §5 and security D15, the login id: an e-mail address in one canonical spelling, so that nobody has two.
import { domainToASCII } from 'node:url'

/** Case, width and Unicode form folded, the domain in ASCII. Anything may come in; two spellings of one id come out alike. */
export function loginIdKey(login_id: string): string {
  const folded = login_id.normalize('NFKC').trim().toLowerCase()
  const at = folded.lastIndexOf('@')
  if (at < 0) return folded
  const domain = domainToASCII(folded.slice(at + 1))
  return domain === '' ? folded : `${folded.slice(0, at)}@${domain}`
}

/** `hong@example.com` → `ho**@example.com`: enough to know one's own, too little to learn another's. */
export function maskedLoginId(login_id: string): string {
  const at = login_id.lastIndexOf('@')
  const local = at < 0 ? login_id : login_id.slice(0, at)
  const shown = local.slice(0, local.length > 3 ? 2 : 1)
  return `${shown}${'*'.repeat(Math.max(2, local.length - shown.length))}${at < 0 ? '' : login_id.slice(at)}`
}
