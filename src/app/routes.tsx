// Spec §2, the only place where a path, its page and its guards meet.
import { type ComponentType, lazy, type ReactElement } from 'react'
import { Navigate } from 'react-router-dom'
import { onChunkLost } from '../effects/chunks'
import { loadLaterTexts } from '../i18n/start'
import { LoginPage } from '../pages/login/LoginPage'
import {
  entered,
  type Guard,
  joinCompleted,
  loginIdKnown,
  mobilePending,
  myIdVerified,
  newPasswordAllowed,
  noSession,
  serviceReady,
  ssoPossible,
  stepPending,
  termsChecked,
} from '../rules/guards'
import { type Path, paths } from '../rules/paths'

type Name = keyof typeof paths
/** A page has no props or is told apart by `mode` or `action`; the element carries them. */
type Row = {
  element: ReactElement
  guards?: readonly Guard[]
  /** Routes of one key are one page: moving between them keeps what was typed, and asks no guard again. */
  key?: string
}
export type Entry = Required<Row> & { path: Path; title: `title.${Name}` }

/** A page whose code and texts arrive when its route is entered. */
const later = <Props extends object>(page: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => Promise.all([page(), loadLaterTexts()]).then(([module]) => module, onChunkLost))

const EntryPage = later(() => import('../pages/entry/EntryPage'))
const ChooserPage = later(() => import('../pages/login/ChooserPage'))
const MobileStep = later(() => import('../pages/login/MobileStep'))
const MobileVerifyPage = later(() => import('../pages/login/MobileVerifyPage'))
const ErrorRoute = later(() => import('../pages/info/ErrorRoute'))
const AboutRoute = later(() => import('../pages/info/AboutRoute'))
const PrivacyPolicyRoute = later(() => import('../pages/info/PrivacyPolicyRoute'))
const LaterRoute = later(() => import('../pages/info/LaterRoute'))

const toCome = <LaterRoute />
const step = { element: toCome, guards: [...entered, stepPending] }

const rows: Record<Name, Row> = {
  root: { element: <Navigate to={paths.login} replace /> },
  init: { element: <LoginPage mode="entry" />, key: 'login' },
  initLogin: { element: <LoginPage mode="entry" />, key: 'login' },
  initSession: { element: <EntryPage action="session" /> },
  initPassword: { element: <EntryPage action="password" /> },
  initJoin: { element: <EntryPage action="join" /> },
  initSignUp: { element: <EntryPage action="sign-up" /> },
  login: { element: <LoginPage mode="login" />, guards: [...entered, noSession], key: 'login' },
  loginSso: { element: <ChooserPage />, guards: [...entered, noSession, ssoPossible] },
  loginSsoAlias: { element: <ChooserPage />, guards: [...entered, noSession, ssoPossible] },
  certification: { element: <LoginPage mode="certification" />, guards: [...entered, noSession] },
  mobileVerify: { element: <MobileVerifyPage /> },
  error: { element: <ErrorRoute /> },
  about: { element: <AboutRoute /> },
  privacyPolicy: { element: <PrivacyPolicyRoute /> },

  join: { element: toCome, guards: entered },
  joinInfo: { element: toCome, guards: entered },
  joinTerms: { element: toCome, guards: entered },
  joinTermsGen: { element: toCome, guards: entered },
  joinPrivacy: { element: toCome, guards: [...entered, termsChecked] },
  joinPrivacyGen: { element: toCome, guards: [...entered, termsChecked] },
  joinService: { element: toCome, guards: [...entered, serviceReady] },
  joinCompleted: { element: toCome, guards: [...entered, joinCompleted] },
  joinCompletedGen: { element: toCome, guards: [...entered, joinCompleted] },
  signUpTerms: { element: toCome, guards: entered },
  signUpTermsGen: { element: toCome, guards: entered },
  signUpPrivacy: { element: toCome, guards: [...entered, termsChecked] },
  signUpPrivacyGen: { element: toCome, guards: [...entered, termsChecked] },

  identify: { element: toCome, guards: entered },
  identifyMyId: { element: toCome, guards: entered },
  identifyMyIdDone: { element: toCome, guards: [...entered, myIdVerified] },
  identifyPassword: { element: toCome, guards: entered },
  identifyPasswordVerify: { element: toCome, guards: [...entered, loginIdKnown] },
  identifyPasswordNew: { element: toCome, guards: [...entered, newPasswordAllowed] },

  resolve: step,
  resolveTerms: step,
  resolveServiceTerms: step,
  resolveMember: step,
  resolvePassword: step,
  resolveRequiredPassword: step,
  resolveService: step,
  resolveServiceNickname: step,
  resolveServiceInfo: step,
  resolveCertification: { element: <MobileStep />, guards: [...entered, mobilePending] },
}

export const table: readonly Entry[] = (Object.keys(rows) as Name[]).map((name) => ({
  key: paths[name],
  guards: [],
  ...rows[name],
  path: paths[name],
  title: `title.${name}`,
}))
const byPath: ReadonlyMap<string, Entry> = new Map(table.map((entry) => [entry.path, entry]))

/** `/error/{code}` is the one path with a part that varies. */
const ERROR_CODE = new RegExp(`^${paths.error}/([^/]+)$`)
const errorCodeOf = (pathname: string): string | undefined => ERROR_CODE.exec(pathname)?.[1]

/** The row of an address; undefined leads to the error page. */
export function entryOf(pathname: string): Entry | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  return byPath.get(path) ?? (errorCodeOf(path) ? byPath.get(paths.error) : undefined)
}

/** The route as it may be told to others: never an address as it was typed. */
export const templateOf = (pathname: string): string =>
  errorCodeOf(pathname) ? `${paths.error}/:code` : (entryOf(pathname)?.path ?? '*')
