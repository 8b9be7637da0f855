// Spec §5, the terms of the platform, as the guards need them: service, custom and privacy are required, marketing is optional. Group
// members have the same with a prefix. (What a member does with a list of terms: rules/terms/termsList.ts.)
import { GROUP_PREFIX, PLATFORM_TERMS } from '../../../contract/terms.ts'
import type { MemberKind } from '../join/member.ts'
import type { MessageKey } from '../texts/messages.ts'

/** A text to agree to, as a page lists it. The server names it; the platform's own texts have names in the locales. */
export type TermsItem = {
  terms_code: string
  required: boolean
  /** Consents below this one: marketing by e-mail and by SMS. */
  children?: readonly { terms_code: string }[]
}

export const SK_PREFIX = GROUP_PREFIX

const childrenOf = (above: string) =>
  PLATFORM_TERMS.filter(({ parent }) => parent === above).map(({ terms_code }) => ({ terms_code }))

const PLATFORM: readonly TermsItem[] = PLATFORM_TERMS.filter(({ parent }) => !parent).map(
  ({ terms_code, required }) => {
    const children = childrenOf(terms_code)
    return { terms_code, required, ...(children.length > 0 && { children }) }
  },
)
const prefixed = (terms_code: string) => `${SK_PREFIX}${terms_code}`

/** The platform's terms, for general members or for the group. */
export const platformTerms = (kind: MemberKind): readonly TermsItem[] =>
  kind === 'SK'
    ? PLATFORM.map(({ terms_code, children, ...rest }) => ({
        ...rest,
        terms_code: prefixed(terms_code),
        ...(children && { children: children.map((child) => ({ terms_code: prefixed(child.terms_code) })) }),
      }))
    : PLATFORM

/** The required texts without agreement. */
export const missingTerms = (items: readonly TermsItem[], agreed: readonly string[]): string[] =>
  items.filter((item) => item.required && !agreed.includes(item.terms_code)).map((item) => item.terms_code)

/** The text for agreements that lack a required one, or null. */
export const termsProblem = (items: readonly TermsItem[], agreed: readonly string[]): MessageKey | null =>
  missingTerms(items, agreed).length > 0 ? 'terms.requiredMissing' : null

/** Whether terms of the service are among these types, not only the platform's. */
export const asksOfService = (types: readonly string[]): boolean =>
  types.some((type) => type === 'RELYING_PARTY' || type === 'ADD_RELYING_PARTY')
