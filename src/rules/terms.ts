// Spec §5, terms: service, custom and privacy are required, marketing is optional; the same with a prefix for group members.
import type { MessageKey } from './messages'

/** One text to agree to, as a page lists it. Its name comes from the server, or, for the platform's own, from the locales. */
type TermsItem = {
  terms_code: string
  required: boolean
  /** Consents that hang on this one: marketing by e-mail, by SMS. */
  children?: readonly { terms_code: string }[]
}

const SK_PREFIX = 'SK_'

const PLATFORM: readonly TermsItem[] = [
  { terms_code: 'SERVICE', required: true },
  { terms_code: 'CUSTOM', required: true },
  { terms_code: 'PRIVACY', required: true },
  { terms_code: 'MARKETING', required: false, children: [{ terms_code: 'AD_EMAIL' }, { terms_code: 'AD_SMS' }] },
]
const prefixed = (terms_code: string) => `${SK_PREFIX}${terms_code}`

/** The platform's terms, general or of the group. */
export const platformTerms = (isSkFamily: boolean): readonly TermsItem[] =>
  isSkFamily
    ? PLATFORM.map(({ terms_code, children, ...rest }) => ({
        ...rest,
        terms_code: prefixed(terms_code),
        ...(children && { children: children.map((child) => ({ terms_code: prefixed(child.terms_code) })) }),
      }))
    : PLATFORM

const names: Record<string, MessageKey> = {
  SERVICE: 'terms.service',
  CUSTOM: 'terms.custom',
  PRIVACY: 'terms.privacy',
  MARKETING: 'terms.marketing',
  AD_EMAIL: 'terms.adEmail',
  AD_SMS: 'terms.adSms',
}

const withoutPrefix = (terms_code: string) =>
  terms_code.startsWith(SK_PREFIX) ? terms_code.slice(SK_PREFIX.length) : terms_code

/** What a text of the platform is called; null: none of the platform's. */
export const termsName = (terms_code: string): MessageKey | null => names[withoutPrefix(terms_code)] ?? null

/** The channels that advertising may come by. */
export const deliveries = (agreed: readonly string[]) => {
  const codes = agreed.map(withoutPrefix)
  return { isEmailDelivery: codes.includes('AD_EMAIL'), isSmsDelivery: codes.includes('AD_SMS') }
}

const codesIn = ({ terms_code, children = [] }: TermsItem): string[] => [
  terms_code,
  ...children.map((child) => child.terms_code),
]
const allCodes = (items: readonly TermsItem[]) => items.flatMap(codesIn)

/** Agreed codes in the order of the list, and none that is not in it. */
const inOrder = (items: readonly TermsItem[], agreed: ReadonlySet<string>) =>
  allCodes(items).filter((terms_code) => agreed.has(terms_code))

/** What "agree to all" shows. */
export function agreedState(items: readonly TermsItem[], agreed: readonly string[]): 'all' | 'some' | 'none' {
  const known = inOrder(items, new Set(agreed))
  return known.length === 0 ? 'none' : known.length === allCodes(items).length ? 'all' : 'some'
}

/** "Agree to all" pressed: everything, or nothing when all was agreed to. */
export const toggleAllTerms = (items: readonly TermsItem[], agreed: readonly string[]): string[] =>
  agreedState(items, agreed) === 'all' ? [] : allCodes(items)

/**
 * One row pressed: agreed to by itself. A consent brings the text that it hangs on, without which it is worth nothing; a text that is
 * taken back takes the consents below it along.
 */
export function toggleTerms(items: readonly TermsItem[], agreed: readonly string[], terms_code: string): string[] {
  const [above] = items.filter(({ children = [] }) => children.some((child) => child.terms_code === terms_code))
  const own = items.find((item) => item.terms_code === terms_code) ?? { terms_code, required: false }
  const next = new Set(agreed)
  if (next.has(terms_code)) for (const code of codesIn(own)) next.delete(code)
  else for (const { terms_code: code } of above ? [above, own] : [own]) next.add(code)
  return inOrder(items, next)
}

/** The required texts that are not agreed to yet. */
export const missingTerms = (items: readonly TermsItem[], agreed: readonly string[]): string[] =>
  items.filter((item) => item.required && !agreed.includes(item.terms_code)).map((item) => item.terms_code)

/** Terms of the group carry its prefix; those without are of everybody else. A list that knows only one kind is for all. */
export function ofAudience<Item extends { terms_code: string }>(items: readonly Item[], isSkFamily: boolean): Item[] {
  const own = items.filter(({ terms_code }) => terms_code.startsWith(SK_PREFIX) === isSkFamily)
  return own.length > 0 ? own : [...items]
}
