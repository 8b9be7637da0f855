// Spec §2, the entry: what /init/{action} reads from its query, and where it leads.
import type { Answer, Failure } from '../../../contract/shapes/answer.ts'
import { NO_COOKIES, NO_VISIT } from '../../../contract/codes.ts'
import { FIRST_METHODS, SIGN_IN_METHODS } from '../../../contract/signInMethods.ts'
import type { ServiceInfo, Welcome } from '../../../contract/shapes/welcome.ts'
import { cleanEmail, emailProblem } from '../fields/email.ts'
import { goFailed } from '../errors/http.ts'
import { failureKind, type FailureKind } from '../errors/refusal.ts'
import { go, goError, goTooMany, keepJoin, saveService, saveWelcome, toast } from './outcome.ts'
import type { Outcome, Step } from './outcome.ts'
import { paths } from './paths.ts'
import type { Path } from './paths.ts'
import { canChoose } from './service.ts'
import type { MemberKind } from '../join/member.ts'
import { parseTermsTypes } from '../terms/termsTypes.ts'
import type { TermsType } from '../terms/termsTypes.ts'

/** /init is /init/login. */
export type EntryAction = 'login' | 'session' | 'password' | 'join' | 'sign-up'

export type EntryQuery = {
  transaction_id: string
  state: string
  terms_types: TermsType[]
  ui_locales: string
  /** From `login_id`, or from OpenID Connect's `login_hint`. */
  login_id: string
  /** The join path, as the terms pages know it. Any other value counts as none. */
  type: string
  /** The partner needs a proved phone (contract, "Step-up"). */
  certification: boolean
}
const KINDS = new Map<string, MemberKind>([
  ['sk', 'SK'],
  ['general', 'GEN'],
])
export const kindOfType = (type: string): MemberKind | undefined => KINDS.get(type)

/**
 * The entry's query, or null if it cannot be trusted: transaction_id or state is missing, a name appears twice, a value has more than 512
 * characters, or terms_types has an unknown form. Unknown names are ignored.
 */
export function parseEntryQuery(search: string): EntryQuery | null {
  const given = new URLSearchParams(search)
  const names = [
    'transaction_id',
    'state',
    'terms_types',
    'ui_locales',
    'login_id',
    'login_hint',
    'type',
    'certification',
  ] as const
  if (names.some((name) => given.getAll(name).length > 1 || (given.get(name) ?? '').length > 512)) return null
  const read = (name: (typeof names)[number]) => given.get(name) ?? ''
  const terms_types = parseTermsTypes(read('terms_types'))
  if (read('transaction_id') === '' || read('state') === '' || !terms_types) return null
  return {
    transaction_id: read('transaction_id'),
    state: read('state'),
    terms_types,
    ui_locales: read('ui_locales'),
    login_id: read('login_id') || read('login_hint'),
    type: read('type'),
    certification: read('certification') === 'true',
  }
}

/** The outcome for an entry without a usable query. */
export const notAnEntry: Outcome = [goError('403')]

/** The query that repeats the same entry. */
export const entryQuery = (
  { transaction_id, state }: { transaction_id: string; state: string },
  {
    terms_types = [],
    login_id = '',
    type = '',
    ui_locales = '',
    certification = false,
  }: {
    terms_types?: readonly string[] | undefined
    login_id?: string | undefined
    type?: string | undefined
    ui_locales?: string | undefined
    certification?: boolean | undefined
  },
): string =>
  new URLSearchParams({
    transaction_id,
    state,
    ...(terms_types.length > 0 && { terms_types: JSON.stringify(terms_types) }),
    ...(login_id && { login_id }),
    ...(type && { type }),
    ...(ui_locales && { ui_locales }),
    ...(certification && { certification: 'true' }),
  }).toString()

/** The page of the highest-priority method that the server allows. An empty account chooser gives way to the password. */
export function methodPath(welcome: Pick<Welcome, 'amrs' | 'possible_sso_login' | 'sso_sessions'>): Path {
  const first = FIRST_METHODS.find((method) => welcome.amrs.includes(method)) ?? 'PWD'
  const to: Path = SIGN_IN_METHODS[first].page
  return to === paths.loginSso && !canChoose(welcome) ? paths.login : to
}

/** The server accepts this start address no more: it is old, it was copied to another browser, or the sign-in has ended. */
const STALE: readonly FailureKind[] = ['invalid', 'coded', 'anotherStep', 'notHere', 'notFound', 'rejected']

/** The browser has no cookie of this visit: the address was copied, or newer visits took the cookie's place. */
export const isElsewhere = ({ code }: Failure): boolean => code === NO_VISIT

function notEntered(failure: Failure): Step {
  const kind = failureKind(failure)
  if (failure.retry_after !== undefined) return goTooMany(failure.retry_after)
  if (isElsewhere(failure)) return goError('500', 'stale')
  if (kind === 'visitOver') return goError('500', 'expired')
  return STALE.includes(kind) ? goError('500', 'stale') : goFailed(failure)
}

type EntryFacts = { memberKind?: MemberKind | undefined; login_id?: string; certification?: boolean }

function destination(
  action: Exclude<EntryAction, 'session'>,
  welcome: Welcome,
  { memberKind, certification = false }: EntryFacts,
): Path {
  switch (action) {
    case 'login': {
      const to = methodPath(welcome)
      return certification && to === paths.login ? paths.certification : to
    }
    case 'password':
      return paths.identifyPassword
    case 'join':
      return memberKind === undefined ? paths.join : memberKind === 'SK' ? paths.joinTerms : paths.joinTermsGen
    case 'sign-up':
      return memberKind === 'SK' ? paths.signUpTerms : paths.signUpTermsGen
  }
}

/** The browser does not send the visit's cookies, so none of its calls can succeed. */
export const hasNoCookies = (answer: Answer<unknown>): boolean => !answer.ok && answer.failure.code === NO_COOKIES

/** Stores the service even if the entry fails, so that the error page has its name and a way back. */
export const keepService = (service: Answer<ServiceInfo>): Outcome => (service.ok ? [saveService(service.data)] : [])

/** A join begins with the ID that the partner named, or that was typed in an expired visit. The member can change it. */
const adopted = (hint = ''): Outcome =>
  hint !== '' && emailProblem(hint) === null ? [keepJoin({ login_id: cleanEmail(hint) })] : []

/**
 * The outcome when init data and service info have both been requested. `memberKind` comes from an invitation or a link. The entry
 * continues without service info. (/init/session is different: `onSession` in errors/session.ts.)
 */
export function onEntered(
  action: Exclude<EntryAction, 'session'>,
  init: Answer<Welcome>,
  service: Answer<ServiceInfo>,
  facts: EntryFacts = {},
): Outcome {
  // Without a connection the login form stays, and asks again.
  if (!init.ok && init.failure.offline && action === 'login') return []
  if (!init.ok && hasNoCookies(init)) return [goError('500', 'cookies')]
  if (!init.ok) return failureKind(init.failure) === 'left' ? [] : [...keepService(service), notEntered(init.failure)]
  const on = go(destination(action, init.data, facts))
  const known = action === 'join' ? adopted(facts.login_id) : []
  if (service.ok) return [saveWelcome(init.data), saveService(service.data), ...known, on]
  if (failureKind(service.failure) === 'left') return []
  return [saveWelcome(init.data), toast('errors.unavailable'), ...known, on]
}
