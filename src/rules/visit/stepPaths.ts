// Contract, "Pending steps and where they lead": the page of each matcher type.
import type { MatcherType } from '../../../contract/codes.ts'
import { paths } from './paths.ts'
import type { Path } from './paths.ts'

/** Steps whose page can only show the state of the account. */
export const ACCOUNT_STATES = [
  'SERVICE_PERMISSIONS',
  'PROTECTED_STATE',
  'INCUMBENT_STATE',
  'SUSPENDED_STATE',
  'ID_SEARCH',
  'CHANGED_PASSWORD',
  'SIGN_UP',
] as const satisfies readonly MatcherType[]
export type AccountState = (typeof ACCOUNT_STATES)[number]

export const pages: Record<MatcherType, Path> = {
  JOIN: paths.join,
  CONVERSION_JOIN: paths.joinInfo,
  CONSENT_RELYING_PARTY: paths.resolveServiceNickname,
  ADD_TERMS_AGREEMENT: paths.resolveTerms,
  RECOMMENDED_CHANGE_PWD: paths.resolvePassword,
  REQUIRED_CHANGE_PWD: paths.resolveRequiredPassword,
  RECOMMENDED_PASSKEY: paths.resolvePasskey,
  SERVICE_ADD_INFO: paths.resolveServiceInfo,
  JOIN_STATE: paths.resolveMember,
  ADMIN_CERTIFICATION_CHECK: paths.resolveCertification,
  SERVICE_PERMISSIONS: paths.resolve,
  PROTECTED_STATE: paths.resolve,
  INCUMBENT_STATE: paths.resolve,
  SUSPENDED_STATE: paths.resolve,
  ID_SEARCH: paths.resolve,
  CHANGED_PASSWORD: paths.resolve,
  SIGN_UP: paths.resolve,
}
const isKnown = (matcher_type: string): matcher_type is MatcherType => Object.hasOwn(pages, matcher_type)

/** The page of a pending step, or null for an unknown step. Terms of the service have a page of their own. */
export function stepPath(matcher_type: string, asksOfService = false): Path | null {
  if (matcher_type === 'ADD_TERMS_AGREEMENT' && asksOfService) return paths.resolveServiceTerms
  return isKnown(matcher_type) ? pages[matcher_type] : null
}
