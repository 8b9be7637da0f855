// Spec §4, pending steps after sign-in: a location, or the step that stands before it.
import type { Answer } from '../wire/answer'
import type { Pending, Progress } from '../wire/auth'
import { AUTH_REQUIRED } from '../wire/codes'
import type { MatcherType } from '../wire/codes'
import { onLoginRefused, refusal } from './errors/login'
import type { RefusalFacts } from './errors/login'
import { go, loadUserInfo, notice, remember, report, signIn } from './outcome'
import type { LoginPatch, Outcome } from './outcome'
import { paths } from './paths'
import type { Path } from './paths'
import { parseTermsTypes } from './termsTypes'
import type { TermsType } from './termsTypes'

/** `here`: the page that asked. `twoFactor`: the answer is to a verified phone, not to a password. */
export type ProgressFacts = RefusalFacts & { here: Path; twoFactor?: boolean }

const queryOf = (uri = '') => new URLSearchParams(uri.includes('?') ? uri.slice(uri.indexOf('?')).split('#')[0] : '')

/** The token of a step: a field of its own, or part of the authorization URI's query. */
export const authTokenOf = (pending: Pending): string =>
  pending.auth_token || queryOf(pending.authorization_uri).get('auth_token') || ''

/** The terms a step asks for: a field of its own, or part of the authorization URI's query. */
export const termsTypesOf = (pending: Pending): TermsType[] =>
  parseTermsTypes(pending.terms_types ?? queryOf(pending.authorization_uri).get('terms_types') ?? '') ?? []

function kept(pending: Pending, matcher_type: string): LoginPatch {
  return {
    auth_required: pending.auth_required === true || matcher_type === 'ADMIN_CERTIFICATION_CHECK',
    matcher_type,
    auth_token: authTokenOf(pending),
    auth_state: pending.state ?? '',
    phone_number: pending.phone_number ?? '',
  }
}

/** The login page shows the mobile form in place of its own; every other page leads to it. */
const LOGIN_PAGES: readonly Path[] = [paths.login, paths.certification]
const certify = (here: Path): Outcome => (LOGIN_PAGES.includes(here) ? [] : [go(paths.resolveCertification)])

function addTerms(pending: Pending): Outcome {
  const types = termsTypesOf(pending)
  const query = { terms_types: JSON.stringify(types) }
  return types.some((type) => type === 'RELYING_PARTY' || type === 'ADD_RELYING_PARTY')
    ? [loadUserInfo, go(paths.resolveServiceTerms, query)]
    : [loadUserInfo, notice('terms.pleaseAgree'), go(paths.resolveTerms, query)]
}

type Row = (pending: Pending, here: Path) => Outcome
const toState: Row = () => [go(paths.resolve)]
const rows: Record<MatcherType, Row> = {
  JOIN: () => [go(paths.join)],
  CONVERSION_JOIN: () => [loadUserInfo, go(paths.joinInfo)],
  CONSENT_RELYING_PARTY: () => [go(paths.resolveServiceNickname)],
  ADD_TERMS_AGREEMENT: addTerms,
  RECOMMENDED_CHANGE_PWD: () => [go(paths.resolvePassword)],
  REQUIRED_CHANGE_PWD: () => [go(paths.resolveRequiredPassword)],
  SERVICE_ADD_INFO: () => [go(paths.resolveServiceInfo)],
  JOIN_STATE: () => [go(paths.resolveMember)],
  ADMIN_CERTIFICATION_CHECK: (_, here) => certify(here),
  SERVICE_PERMISSIONS: toState,
  PROTECTED_STATE: toState,
  INCUMBENT_STATE: toState,
  SUSPENDED_STATE: toState,
  ID_SEARCH: toState,
  CHANGED_PASSWORD: toState,
  SIGN_UP: toState,
}
const hasRow = (matcher_type: string): matcher_type is MatcherType => Object.hasOwn(rows, matcher_type)

/** Where a pending step leads. A second factor comes before whatever else waits; an unknown step is "service unavailable". */
export function onPending(pending: Pending, here: Path): Outcome {
  const { matcher_type = AUTH_REQUIRED, auth_required } = pending
  if (auth_required) return [remember(kept(pending, matcher_type)), ...certify(here)]
  if (!hasRow(matcher_type)) return [notice('errors.unavailable'), go(paths.login)]
  return [remember(kept(pending, matcher_type)), ...rows[matcher_type](pending, here)]
}

/** An answer to a password, an SSO session, or a resolved step. */
export function onProgress(answer: Answer<Progress>, facts: ProgressFacts): Outcome {
  if (!answer.ok) return facts.twoFactor ? refusal(answer.failure, facts) : onLoginRefused(answer.failure, facts)
  const { location, matcher_type, auth_required } = answer.data
  if (location) return [signIn(location)]
  if (matcher_type || auth_required) return onPending(answer.data, facts.here)
  return facts.twoFactor
    ? [notice('refused.noLocation'), go(paths.login)]
    : [report('contract: location'), notice('errors.unavailable')]
}
