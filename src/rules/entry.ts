// Spec §2, welcome entry: what /init/{action} reads from its query, and where it leads.
import type { Answer } from '../wire/answer'
import { NO_COOKIES } from '../wire/codes'
import type { ServiceInfo, Welcome } from '../wire/welcome'
import { cleanEmail, emailProblem } from './email'
import { go, goError, keepJoin, saveService, saveWelcome, toast } from './outcome'
import type { Outcome } from './outcome'
import { paths } from './paths'
import type { Path } from './paths'
import { canChoose } from './service'
import { parseTermsTypes } from './termsTypes'
import type { TermsType } from './termsTypes'

/** /init is /init/login. */
export type EntryAction = 'login' | 'session' | 'password' | 'join' | 'sign-up'
type MemberKind = 'SK' | 'GEN'

export type EntryQuery = {
  transaction_id: string
  state: string
  terms_types: TermsType[]
  ui_locales: string
  /** From `login_id`, or from OpenID Connect's `login_hint`. */
  login_id: string
  /** As the terms pages know it: which of the two joins is meant. Anything else means none. */
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
 * The welcome query, or null when it cannot be trusted: transaction_id or state missing, a name given twice,
 * a value over 512 characters, terms_types in no known form. Names we do not know are ignored.
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

/** An entry without a usable query. */
export const notAnEntry: Outcome = [goError('403')]

/** The query of the same entry once more. */
export const entryQuery = (
  { transaction_id, state }: { transaction_id: string; state: string },
  {
    terms_types = [],
    login_id = '',
    type = '',
    certification = false,
  }: {
    terms_types?: readonly string[] | undefined
    login_id?: string | undefined
    type?: string | undefined
    certification?: boolean | undefined
  },
): string =>
  new URLSearchParams({
    transaction_id,
    state,
    ...(terms_types.length > 0 && { terms_types: JSON.stringify(terms_types) }),
    ...(login_id && { login_id }),
    ...(type && { type }),
    ...(certification && { certification: 'true' }),
  }).toString()

const METHODS: readonly { amr: string; to: Path }[] = [
  { amr: 'SSO', to: paths.loginSso },
  { amr: 'PWD', to: paths.login },
  { amr: 'JOIN', to: paths.join },
  { amr: 'CREDENTIAL', to: paths.identify },
]

/** The page of the highest-priority method that the server allows. An empty account chooser gives way to the password. */
export function methodPath(welcome: Pick<Welcome, 'amrs' | 'possible_sso_login' | 'sso_sessions'>): Path {
  const to = METHODS.find(({ amr }) => welcome.amrs.includes(amr))?.to ?? paths.login
  return to === paths.loginSso && !canChoose(welcome) ? paths.login : to
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

/** The browser keeps the visit's cookies back, so no call of it can succeed. */
export const hasNoCookies = (answer: Answer<unknown>): boolean => !answer.ok && answer.failure.code === NO_COOKIES

/** Where an entry ends in an error the service is kept all the same: the page that says so has its name, and a way back to it. */
export const keepService = (service: Answer<ServiceInfo>): Outcome => (service.ok ? [saveService(service.data)] : [])

/** A join begins with the id that the partner has named, or that was typed in a visit that expired. The member may change it. */
const adopted = (hint = ''): Outcome =>
  hint !== '' && emailProblem(hint) === null ? [keepJoin({ login_id: cleanEmail(hint) })] : []

/**
 * Init data and service info have both been asked for; `memberKind` is what an invitation or a link says of the visitor.
 * Without service info the welcome goes on, nameless. (/init/session, which is no welcome: `onSession` in errors/session.ts.)
 */
export function onEntered(
  action: Exclude<EntryAction, 'session'>,
  init: Answer<Welcome>,
  service: Answer<ServiceInfo>,
  facts: EntryFacts = {},
): Outcome {
  // Without a connection the login form stays as it is, and asks again.
  if (!init.ok && init.failure.offline && action === 'login') return []
  if (!init.ok && hasNoCookies(init)) return [goError('500', 'cookies')]
  if (!init.ok) return init.failure.reason === 'left' ? [] : [...keepService(service), goError('500')]
  const on = go(destination(action, init.data, facts))
  const known = action === 'join' ? adopted(facts.login_id) : []
  if (service.ok) return [saveWelcome(init.data), saveService(service.data), ...known, on]
  if (service.failure.reason === 'left') return []
  return [saveWelcome(init.data), toast('errors.unavailable'), ...known, on]
}
