// Spec §7, code look-ups: a group's codes, one code with what lies below it, and the domains an e-mail may not have.
import type { Code, CodeWithChildren } from '../../../contract/shapes/service.ts'
import { CODE_GROUPS } from './codeGroups.ts'

/** Disposable and example domains: a login ID there could never be recovered. */
const DENIED_DOMAINS = [
  'example.com',
  'example.net',
  'example.org',
  'guerrillamail.com',
  'mailinator.com',
  'sharklasers.com',
  'tempmail.com',
  'trashmail.com',
  'yopmail.com',
  '10minutemail.com',
]

export const codesOf = (group: string): readonly Code[] | undefined => CODE_GROUPS.get(group)

/** The code with this ID, in any group. */
export function codeById(id: string): CodeWithChildren | undefined {
  for (const codes of CODE_GROUPS.values()) {
    const found = codes.find((code) => code.code === id)
    if (found) return { ...found, children: codes.filter((code) => code.parent === id) }
  }
  return undefined
}

/** Whether a login ID may use this domain. A subdomain of a refused domain is refused too. */
export function domainAllowed(domain: string): boolean {
  const name = domain.normalize('NFKC').trim().toLowerCase().replace(/\.$/, '')
  return !DENIED_DOMAINS.some((denied) => name === denied || name.endsWith(`.${denied}`))
}
