// Spec §5, e-mail: the address that a member has probably meant. NOTE: loaded when an address is typed, never with the first load.
import { run } from '@zootools/email-spell-checker'
import { cleanEmail, emailProblem } from './email.ts'

/** Providers whose names are long enough to recognise with a letter or two wrong. */
const PROVIDERS =
  'gmail.com naver.com daum.net hanmail.net kakao.com hotmail.com outlook.com yahoo.com yahoo.co.jp icloud.com foxmail.com'.split(
    ' ',
  )
/** Real domains that differ from a provider by a letter or two. */
const REAL = new Set(
  'googlemail.com ymail.com mail.com email.com me.com mac.com nate.com gmx.net live.com yahoo.co.kr'.split(' '),
)
/** Endings that people confuse, although several letters differ. */
const CONFUSED: Partial<Record<string, string>> = { 'hanmail.com': 'hanmail.net', 'daum.com': 'daum.net' }

/** The whole address with the domain of a well-known provider, or null if the typed one is incomplete or has no likely mistake. */
export function suggestedEmail(typed: string): string | null {
  const email = cleanEmail(typed)
  if (emailProblem(email) !== null) return null
  const at = email.lastIndexOf('@') + 1
  const domain = email.slice(at).toLowerCase()
  if (REAL.has(domain)) return null
  // Only whole domains: a list of endings would take the domains of companies for mistakes.
  const meant =
    CONFUSED[domain] ??
    run({ email: `a@${domain}`, domains: PROVIDERS, secondLevelDomains: [], topLevelDomains: [] })?.domain
  return meant === undefined ? null : email.slice(0, at) + meant
}
