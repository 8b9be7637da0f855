// Spec §5, a list of terms on a page: the names of its texts, which of them can be framed, and what a press of a row agrees to.
import type { MemberKind } from '../join/member.ts'
import type { MessageKey } from '../texts/messages.ts'
import { SK_PREFIX, type TermsItem } from './terms.ts'
import { webAddress } from '../fields/webAddress.ts'

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

/** The name of a platform text, or null for any other text. */
export const termsName = (terms_code: string): MessageKey | null => names[withoutPrefix(terms_code)] ?? null

/** The list in the order of the answer. Texts that the answer lacks come last, as the app orders them. */
export function asAnswered(items: readonly TermsItem[], answered: readonly { terms_code: string }[]): TermsItem[] {
  const places = new Map(answered.map(({ terms_code }, at) => [terms_code, at]))
  const sorted = <Item extends { terms_code: string }>(list: readonly Item[]): Item[] =>
    [...list].sort(
      (a, b) => (places.get(a.terms_code) ?? answered.length) - (places.get(b.terms_code) ?? answered.length),
    )
  return sorted(items).map(({ children, ...item }) => ({ ...item, ...(children && { children: sorted(children) }) }))
}

/** The agreements to the texts of this kind of member. A join can hold those of both. */
export const ofKind = (agreed: readonly string[], kind: MemberKind): string[] =>
  agreed.filter((terms_code) => terms_code.startsWith(SK_PREFIX) === (kind === 'SK'))

/** By which channels the member has agreed to get advertising. */
export const deliveries = (agreed: readonly string[]) => {
  const codes = agreed.map(withoutPrefix)
  return { isEmailDelivery: codes.includes('AD_EMAIL'), isSmsDelivery: codes.includes('AD_SMS') }
}

/** Whether a text opens in a dialog: only an origin of the settings may be framed. */
export const canFrame = (url: string, origins: readonly string[]): boolean =>
  origins.includes(webAddress(url)?.origin ?? '')

const codesIn = ({ terms_code, children = [] }: TermsItem): string[] => [
  terms_code,
  ...children.map((child) => child.terms_code),
]
const allCodes = (items: readonly TermsItem[]) => items.flatMap(codesIn)

/** Agreed codes in the order of the list, without unknown ones. */
const inOrder = (items: readonly TermsItem[], agreed: ReadonlySet<string>) =>
  allCodes(items).filter((terms_code) => agreed.has(terms_code))

/** The state of "agree to all". */
export function agreedState(items: readonly TermsItem[], agreed: readonly string[]): 'all' | 'some' | 'none' {
  const known = inOrder(items, new Set(agreed))
  return known.length === 0 ? 'none' : known.length === allCodes(items).length ? 'all' : 'some'
}

/** "Agree to all" was pressed: agrees to everything, or to nothing if everything was agreed to. */
export const toggleAllTerms = (items: readonly TermsItem[], agreed: readonly string[]): string[] =>
  agreedState(items, agreed) === 'all' ? [] : allCodes(items)

/**
 * One row was pressed. A consent brings the text above it along, without which it has no meaning. Withdrawing a text also withdraws the
 * consents below it.
 */
export function toggleTerms(items: readonly TermsItem[], agreed: readonly string[], terms_code: string): string[] {
  const [above] = items.filter(({ children = [] }) => children.some((child) => child.terms_code === terms_code))
  const own = items.find((item) => item.terms_code === terms_code) ?? { terms_code, required: false }
  const next = new Set(agreed)
  if (next.has(terms_code)) for (const code of codesIn(own)) next.delete(code)
  else for (const { terms_code: code } of above ? [above, own] : [own]) next.add(code)
  return inOrder(items, next)
}

/** The texts for an audience: terms of the group carry its prefix. A list with only one kind is for all. */
export function ofAudience<Item extends { terms_code: string }>(items: readonly Item[], kind: MemberKind): Item[] {
  const own = items.filter(({ terms_code }) => terms_code.startsWith(SK_PREFIX) === (kind === 'SK'))
  return own.length > 0 ? own : [...items]
}
