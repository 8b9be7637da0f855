// Spec §4, pending steps after sign-in: the location, or the step before it.
import type { Answer } from '../../../contract/shapes/answer.ts'
import type { Progress } from '../../../contract/shapes/auth.ts'
import { type Pending, type PendingStep, pendingStep, type StepOf } from '../../../contract/shapes/pending.ts'
import { AUTH_REQUIRED } from '../../../contract/codes.ts'
import { onSignInRefused, refusal } from '../errors/login.ts'
import type { RefusalFacts } from '../errors/login.ts'
import { dropStep, focus, go, goInstead, loadUserInfo, notice, beginStep, report, signIn } from './outcome.ts'
import type { LoginPatch, Outcome, Step } from './outcome.ts'
import { paths } from './paths.ts'
import type { Path } from './paths.ts'
import { pages } from './stepPaths.ts'
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
export const termsTypesOf = (pending: Pick<Pending, 'terms_types' | 'authorization_uri'>): TermsType[] =>
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
const profileFieldsOf = ({ profile_fields, authorization_uri }: Pending): string[] =>
  profile_fields ?? listIn(queryOf(authorization_uri).get('profile_fields'))

const isPosition = ({ current, total }: NonNullable<Pending['progress']>): boolean =>
  Number.isInteger(current) && Number.isInteger(total) && current >= 1 && total >= current && total <= 20

/** The second factor of any member. */
const isByPhone = (step: PendingStep): step is StepOf<typeof AUTH_REQUIRED | 'ADMIN_CERTIFICATION_CHECK'> =>
  step.step === AUTH_REQUIRED || step.step === 'ADMIN_CERTIFICATION_CHECK'

/** The step as its page needs it: with what an address carries, and without the address, the token and an impossible position. */
function readStep({ authorization_uri, init_url: _address, state: _state, ...step }: PendingStep): PendingStep {
  if (step.progress && !isPosition(step.progress)) delete step.progress
  switch (step.step) {
    case AUTH_REQUIRED:
    case 'ADMIN_CERTIFICATION_CHECK': {
      const { auth_token: _token, phone_number: _phone, ...kept } = step
      return kept
    }
    case 'ADD_TERMS_AGREEMENT':
      return { ...step, terms_types: termsTypesOf({ ...step, authorization_uri }) }
    case 'SERVICE_ADD_INFO':
    case 'JOIN_STATE':
      return { ...step, profile_fields: profileFieldsOf({ ...step, authorization_uri }) }
    default:
      return step
  }
}

/** What a page needs of its step, stored for a reload. */
const storedStep = (pending: Pending, step: PendingStep): LoginPatch => ({
  auth_required: isByPhone(step),
  matcher_type: pending.matcher_type ?? AUTH_REQUIRED,
  auth_token: authTokenOf(pending),
  auth_state: pending.state ?? '',
  phone_number: pending.phone_number ?? '',
  step,
})

/** The login page shows the mobile form instead of its own. Other pages lead to it. */
const LOGIN_PAGES: readonly Path[] = [paths.login, paths.certification]

/** A step after a step replaces it in the history, so that Back leads to the beginning of the chain. */
const follow = (to: Path, here: Path, query?: Record<string, string>): Step =>
  here.startsWith(paths.resolve) ? goInstead(to, query) : go(to, query)
const certify = (here: Path): Outcome => (LOGIN_PAGES.includes(here) ? [] : [follow(paths.resolveCertification, here)])

function addTerms(types: TermsType[], here: Path): Outcome {
  const query = { terms_types: JSON.stringify(types) }
  return asksOfService(types)
    ? [loadUserInfo, follow(paths.resolveServiceTerms, here, query)]
    : [loadUserInfo, notice('terms.pleaseAgree'), follow(paths.resolveTerms, here, query)]
}

/** Contract: a step without its auth_token cannot send a code, so the app asks the server for nothing. */
export const onAuthTokenMissing: Outcome = [report('auth_token missing'), notice('verification.noToken')]

/** Gives up the pending step. `/mobileVerify` has no entry and so no login form; its own page says that nothing is left to verify. */
export const toLogin = (here: Path): Outcome => (here === paths.mobileVerify ? [dropStep] : [dropStep, go(paths.login)])

/** Whether the answer asks for a code by phone first. */
export function needsPhone(pending: Pending): boolean {
  const step = pendingStep(pending)
  return step !== null && isByPhone(step)
}

/** Where a step leads once the stores hold it. */
export function stepOutcome(step: PendingStep, here: Path): Outcome {
  if (isByPhone(step)) return certify(here)
  if (step.step === 'ADD_TERMS_AGREEMENT') return addTerms(termsTypesOf(step), here)
  return [...(step.step === 'CONVERSION_JOIN' ? [loadUserInfo] : []), follow(pages[step.step], here)]
}

/** Where a pending step leads. `whose`: the ID of the sign-in that the step belongs to. */
export function onPending(pending: Pending, here: Path, whose: LoginPatch = {}): Outcome {
  const step = pendingStep(pending)
  // The step before is used up: its form must not replace the login form.
  if (!step) return [notice('errors.unavailable'), ...toLogin(here)]
  if (isByPhone(step) && authTokenOf(pending) === '')
    return [...onAuthTokenMissing, ...toLogin(here), focus('password')]
  const read = readStep(step)
  return [beginStep({ ...storedStep(pending, read), ...whose }), ...stepOutcome(read, here)]
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
