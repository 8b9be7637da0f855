// Spec, Screens, "Join" and "Resolve": the contact of the portal, which a page shows as it is.
import { isEmail } from './email.ts'
import { isSafeUrl, urlOf } from './url.ts'

const PHONE = /^\+?\d[\d\s().-]{2,20}$/

/** The address that opens a contact: `mailto:`, `tel:` or https. Null if the contact is other words. */
export function contactLink(contact: string): string | null {
  if (isEmail(contact)) return `mailto:${encodeURIComponent(contact).replace('%40', '@')}`
  if (PHONE.test(contact)) return `tel:${contact.replace(/[^+\d]/g, '')}`
  return isSafeUrl(urlOf(contact)) ? contact : null
}
