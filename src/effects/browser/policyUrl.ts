// Where the operator's texts on support, cookies and privacy are (VITE_POLICIES_URL).
import type { Locale } from '../../../contract/locale.ts'
import { policyPage, type PolicyName } from '../../rules/texts/locale.ts'
import { getSettings } from '../../stores/settings.ts'

/** The address of a text in a language, for a link. */
export const policyUrl = (name: PolicyName, locale: Locale): string =>
  policyPage(name, locale, getSettings()?.VITE_POLICIES_URL ?? '')
