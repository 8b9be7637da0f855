// Security D15: one mailbox has one spelling, and an address can never carry a second header line.
import { domainToASCII } from 'node:url'

const LOCAL_PART = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/

/** The address in lower case with an ASCII domain, or null when it is none. */
export function canonicalEmail(address: string): string | null {
  const written = address.normalize('NFKC').trim().toLowerCase()
  const at = written.lastIndexOf('@')
  if (at < 1 || written.length > 254) return null
  const local = written.slice(0, at)
  const domain = domainToASCII(written.slice(at + 1))
  return LOCAL_PART.test(local) && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain) ? `${local}@${domain}` : null
}
