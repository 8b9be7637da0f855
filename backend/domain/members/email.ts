// Security D15: one mailbox has one spelling, and an address can never carry a second header line.
import { domainToASCII } from 'node:url'
import { isEmail } from '../../../contract/email.ts'

/** The address in lower case with an ASCII domain, or null when it is none. */
export function canonicalEmail(address: string): string | null {
  const written = address.normalize('NFKC').trim().toLowerCase()
  const at = written.lastIndexOf('@')
  if (at < 1 || written.length > 254) return null
  const domain = domainToASCII(written.slice(at + 1))
  const email = `${written.slice(0, at)}@${domain}`
  return isEmail(email) && domain.includes('.') ? email : null
}
