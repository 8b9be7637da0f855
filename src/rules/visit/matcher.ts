// Spec §4, pending steps after sign-in: the location, or the step before it.
import type { Answer } from '../../../contract/shapes/answer.ts'
import type { Pending, Progress } from '../../../contract/shapes/auth.ts'
import { AUTH_REQUIRED, MATCHER_TYPES } from '../../../contract/codes.ts'
import type { MatcherType } from '../../../contract/codes.ts'
import { onSignInRefused, refusal } from '../errors/login.ts'
import type { RefusalFacts } from '../errors/login.ts'
import { dropStep, focus, go, goInstead, loadUserInfo, notice, beginStep, report, signIn } from './outcome.ts'
import type { LoginPatch, Outcome, Step, StepDetails } from './outcome.ts'
import { paths } from './paths.ts'
import type { Path } from './paths.ts'
import { stepPath } from './stepPaths.ts'
import { asksOfService } from '../terms/terms.ts'
import { parseTermsTypes } from '../terms/termsTypes.ts'
import type { TermsType } from '../terms/termsTypes.ts'

/** `here`: the page that made the call. `afterStep`: the answer is to a resolved step, not to a password. */
export type ProgressFacts = RefusalFacts & { here: Path; afterStep?: boolean }

const queryOf = (uri = '') => new URLSearchParams(uri.includes('?') ? uri.slice(uri.indexOf('?')).split('#')[0] : '')

/** The token of a step, from its field or from the query of the authorization URI. */
export const authTokenOf = (pending: Pending): string =>
  pending.auth_token || queryOf(pending.authorization_uri).get('auth_token') || ''

/** The terms of a step, from its field or from the query of the authorization URI. */
export const termsTypesOf = (pending: Pending): TermsType[] =>
  parseTermsTypes(pending.terms_types ?? queryOf(pending.authorization_uri).get('terms_types') ?? '') ?? []

const listIn = (value: string | null): string[] => {
  try {
    const list: unknown = JSON.parse(value ?? '[]')
    return Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string').slice(0, 20) : []
  } catch {
    return []
  }
}

/** The profile fields of a step, from its field or from the query of the authorization URI. */
const profileFieldsOf = (pending: Pending): string[] =>
  pending.profile_fields ?? listIn(queryOf(pending.authorization_uri).get('profile_fields'))

/** The step's position in its chain, or null if the server names none or an impossible one. */
function progressOf({ progress }: Pending): StepDetails['progress'] {
  if (!progress) return null
  const { current, total } = progress
  return Number.isInteger(current) && Number.isInteger(total) && current >= 1 && total >= current && total <= 20
    ? { current, total }
    : null
}

/** What a page needs of its step, stored for a reload. */
const storedStep = (pending: Pending, matcher_type: string): LoginPatch => ({
  auth_required: pending.auth_required === true || matcher_type === 'ADMIN_CERTIFICATION_CHECK',
  matcher_type,
  auth_token: authTokenOf(pending),
  auth_state: pending.state ?? '',
  phone_number: pending.phone_number ?? '',
  step: {
    progress: progressOf(pending),
    terms_types: termsTypesOf(pending),
    profile_fields: profileFieldsOf(pending),
    claims: pending.claims ?? [],
    params: pending.params ?? {},
    ...(pending.options && { passkey: { options: pending.options, silently: pending.conditional === true } }),
  },
})

/** The login page shows the mobile form instead of its own. Other pages lead to it. */
const LOGIN_PAGES: readonly Path[] = [paths.login, paths.certification]

/** A step after a step replaces it in the history, so that Back leads to the beginning of the chain. */
const follow = (to: Path, here: Path, query?: Record<string, string>): Step =>
  here.startsWith(paths.resolve) ? goInstead(to, query) : go(to, query)
const certify = (here: Path): Outcome => (LOGIN_PAGES.includes(here) ? [] : [follow(paths.resolveCertification, here)])

function addTerms(pending: Pending, here: Path): Outcome {
  const types = termsTypesOf(pending)
  const query = { terms_types: JSON.stringify(types) }
  return asksOfService(types)
    ? [loadUserInfo, follow(paths.resolveServiceTerms, here, query)]
    : [loadUserInfo, notice('terms.pleaseAgree'), follow(paths.resolveTerms, here, query)]
}

type Row = (pending: Pending, here: Path) => Outcome
/** Further outcomes besides opening the step's page. */
const rows: Partial<Record<MatcherType, Row>> = {
  CONVERSION_JOIN: (_, here) => [loadUserInfo, follow(paths.joinInfo, here)],
  ADD_TERMS_AGREEMENT: addTerms,
  ADMIN_CERTIFICATION_CHECK: (_, here) => certify(here),
}
const isType = (name: string): name is MatcherType => MATCHER_TYPES.some((type) => type === name)

/** Contract: a step without its auth_token cannot send a code, so the app asks the server for nothing. */
export const onAuthTokenMissing: Outcome = [report('auth_token missing'), notice('verification.noToken')]

/** Gives up the pending step. `/mobileVerify` has no entry and so no login form; its own page says that nothing is left to verify. */
export const toLogin = (here: Path): Outcome => (here === paths.mobileVerify ? [dropStep] : [dropStep, go(paths.login)])

/** Whether the step asks for a code by phone first. */
export const needsPhone = ({ matcher_type, auth_required }: Pending) =>
  auth_required === true || matcher_type === 'ADMIN_CERTIFICATION_CHECK'

/** Where a step leads once the stores hold it, or null for an unknown step. A second factor precedes every other step. */
export function stepOutcome(pending: Pending, here: Path): Outcome | null {
  const { matcher_type = AUTH_REQUIRED, auth_required } = pending
  if (auth_required) return certify(here)
  const page = stepPath(matcher_type)
  if (!page || !isType(matcher_type)) return null
  const row: Row = rows[matcher_type] ?? (() => [follow(page, here)])
  return row(pending, here)
}

/** Where a pending step leads. `whose`: the ID of the sign-in that the step belongs to. */
export function onPending(pending: Pending, here: Path, whose: LoginPatch = {}): Outcome {
  const leads = stepOutcome(pending, here)
  // The step before is used up: its form must not replace the login form.
  if (!leads) return [notice('errors.unavailable'), ...toLogin(here)]
  if (needsPhone(pending) && authTokenOf(pending) === '')
    return [...onAuthTokenMissing, ...toLogin(here), focus('password')]
  return [beginStep({ ...storedStep(pending, pending.matcher_type ?? AUTH_REQUIRED), ...whose }), ...leads]
}

/** The answer to a password, an SSO session, or a resolved step. */
export function onProgress(answer: Answer<Progress>, facts: ProgressFacts): Outcome {
  if (!answer.ok) return facts.afterStep ? refusal(answer.failure, facts) : onSignInRefused(answer.failure, facts)
  const { location, matcher_type, auth_required } = answer.data
  // Later steps of a chain belong to the member who began it.
  const whose = facts.afterStep ? {} : { step_login_id: facts.login_id ?? '' }
  if (location) return [signIn(location)]
  if (matcher_type || auth_required) return onPending(answer.data, facts.here, whose)
  return facts.afterStep
    ? [notice('refused.noLocation'), ...toLogin(facts.here)]
    : [report('contract: location'), notice('errors.unavailable'), focus('login_id')]
}
