// Spec §2, the only place that combines a path, its page and its guards.
import { type ComponentType, lazy, type ReactElement, useEffect, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { arriving } from '../effects/faults/chunks.ts'
import { loadAhead } from '../effects/browser/idle.ts'
import { loadLaterTexts } from '../i18n/languages.ts'
import { LoginPage } from '../pages/login/LoginPage.tsx'
import {
  entered,
  type Guard,
  invited,
  joinCompleted,
  joinOpen,
  joinPathOpen,
  loginIdKnown,
  mobilePending,
  myIdVerified,
  newPasswordAllowed,
  noSession,
  notApplying,
  serviceReady,
  ssoPossible,
  stepEntered,
  stepIs,
  termsChecked,
  termsOf,
} from '../rules/guards.ts'
import type { MemberKind } from '../rules/member.ts'
import { type Path, pathOf, paths } from '../rules/paths.ts'
import { ACCOUNT_STATES } from '../rules/stepPaths.ts'
import type { MatcherType } from '../wire/codes.ts'
import { canImport, withTimeout } from '../wire/timeout.ts'

type Name = keyof typeof paths
/** A page without props, or with `mode` or `action` in its element. */
type Row = {
  element: ReactElement
  guards?: readonly Guard[]
  /** Routes with the same key are one page: moving between them keeps typed text and runs no guards. */
  key?: string
}
export type Entry = Required<Row> & { path: Path; title: `title.${Name}` }

/** How to load the code and texts of a page, and whether they are loaded, by the component in the table. */
const pages = new Map<unknown, { load: () => Promise<unknown>; isHere: () => boolean }>()

/** Loads a page that will probably be next. A failure shows when the page is entered. */
function warm(page: unknown): void {
  if (!canImport()) return
  pages
    .get(page)
    ?.load()
    .catch(() => {})
}

/**
 * A page whose code and texts load when its route is entered, or earlier. A loaded page is rendered at once.
 * @param next the page that follows it, which loads while the member is busy with this one
 */
function later<Props extends object>(page: () => Promise<{ default: ComponentType<Props> }>, next?: unknown) {
  let here: ComponentType<Props> | null = null
  const load = async () => {
    const [module] = await Promise.all([withTimeout(page()), loadLaterTexts()])
    here = module.default
    return module
  }
  const Awaited = lazy(() => arriving(load))
  function Later(props: Props) {
    const [Page] = useState(() => here ?? Awaited)
    useEffect(() => (next ? loadAhead(() => warm(next)) : undefined), [])
    return <Page {...props} />
  }
  pages.set(Later, { load, isHere: () => here !== null })
  return Later
}

const EntryPage = later(() => import('../pages/entry/EntryPage.tsx'))
const ChooserPage = later(() => import('../pages/login/ChooserPage.tsx'))
const MobileStep = later(() => import('../pages/login/MobileStep.tsx'))
const MobileVerifyPage = later(() => import('../pages/login/MobileVerifyPage.tsx'))
const ErrorRoute = later(() => import('../pages/info/ErrorRoute.tsx'))
const AboutPage = later(() => import('../pages/info/AboutPage.tsx'))
const PrivacyPolicyPage = later(() => import('../pages/info/PrivacyPolicyPage.tsx'))
const PasswordNewPage = later(() => import('../pages/identify/PasswordNewPage.tsx'))
const PasswordVerifyPage = later(() => import('../pages/identify/PasswordVerifyPage.tsx'), PasswordNewPage)
const MyIdDonePage = later(() => import('../pages/identify/MyIdDonePage.tsx'), PasswordNewPage)
const IdentifyPage = later(() => import('../pages/identify/IdentifyPage.tsx'), MyIdDonePage)
const CompletedPage = later(() => import('../pages/join/CompletedPage.tsx'))
const ServicePage = later(() => import('../pages/join/ServicePage.tsx'), CompletedPage)
const PrivacyPage = later(() => import('../pages/join/PrivacyPage.tsx'), ServicePage)
const TermsPage = later(() => import('../pages/join/TermsPage.tsx'), PrivacyPage)
const InfoPage = later(() => import('../pages/join/InfoPage.tsx'), TermsPage)
const MemberTypePage = later(() => import('../pages/join/MemberTypePage.tsx'), TermsPage)
const AccountStatePage = later(() => import('../pages/resolve/AccountStatePage.tsx'))
const ResolveTermsPage = later(() => import('../pages/resolve/TermsPage.tsx'))
const MemberPage = later(() => import('../pages/resolve/MemberPage.tsx'))
const PasswordPage = later(() => import('../pages/resolve/PasswordPage.tsx'))
const ServiceInfoPage = later(() => import('../pages/resolve/ServiceInfoPage.tsx'))
const ServiceNicknamePage = later(() => import('../pages/resolve/ServiceNicknamePage.tsx'))
const ResolveServicePage = later(() => import('../pages/resolve/ServicePage.tsx'), ServiceNicknamePage)

const joining = [...entered, joinOpen]
const joiningAs = (kind: MemberKind) => [...joining, joinPathOpen(kind)]
const resolvePage = (element: ReactElement, ...types: readonly MatcherType[]): Row => ({
  element,
  guards: [...stepEntered, stepIs(...types)],
})

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
  certification: { element: <LoginPage mode="certification" />, guards: [...entered, noSession], key: 'login' },
  mobileVerify: { element: <MobileVerifyPage /> },
  error: { element: <ErrorRoute /> },
  about: { element: <AboutPage /> },
  privacyPolicy: { element: <PrivacyPolicyPage /> },

  join: { element: <MemberTypePage />, guards: joining },
  joinInfo: { element: <InfoPage />, guards: joiningAs('SK') },
  joinTerms: { element: <TermsPage kind="SK" />, guards: joiningAs('SK') },
  joinTermsGen: { element: <TermsPage kind="GEN" />, guards: joiningAs('GEN') },
  joinPrivacy: { element: <PrivacyPage kind="SK" />, guards: [...joiningAs('SK'), termsChecked('SK')] },
  joinPrivacyGen: { element: <PrivacyPage kind="GEN" />, guards: [...joiningAs('GEN'), termsChecked('GEN')] },
  joinService: { element: <ServicePage />, guards: [...joining, serviceReady, notApplying] },
  joinCompleted: { element: <CompletedPage kind="SK" />, guards: [...entered, joinCompleted] },
  joinCompletedGen: { element: <CompletedPage kind="GEN" />, guards: [...entered, joinCompleted] },
  signUpTerms: { element: <TermsPage kind="SK" isInvited />, guards: [...joiningAs('SK'), invited] },
  signUpTermsGen: { element: <TermsPage kind="GEN" isInvited />, guards: [...joiningAs('GEN'), invited] },
  signUpPrivacy: {
    element: <PrivacyPage kind="SK" isInvited />,
    guards: [...joiningAs('SK'), invited, termsChecked('SK')],
  },
  signUpPrivacyGen: {
    element: <PrivacyPage kind="GEN" isInvited />,
    guards: [...joiningAs('GEN'), invited, termsChecked('GEN')],
  },

  identify: { element: <Navigate to={paths.identifyMyId} replace />, guards: entered },
  identifyMyId: { element: <IdentifyPage />, guards: entered, key: 'identify' },
  identifyMyIdDone: { element: <MyIdDonePage />, guards: [...entered, myIdVerified] },
  identifyPassword: { element: <IdentifyPage />, guards: entered, key: 'identify' },
  identifyPasswordVerify: { element: <PasswordVerifyPage />, guards: [...entered, loginIdKnown] },
  identifyPasswordNew: { element: <PasswordNewPage />, guards: [...entered, newPasswordAllowed] },

  resolve: resolvePage(<AccountStatePage />, ...ACCOUNT_STATES),
  resolveTerms: {
    element: <ResolveTermsPage ofService={false} />,
    guards: [...stepEntered, stepIs('ADD_TERMS_AGREEMENT'), termsOf('platform')],
  },
  resolveServiceTerms: {
    element: <ResolveTermsPage ofService />,
    guards: [...stepEntered, stepIs('ADD_TERMS_AGREEMENT'), termsOf('service')],
  },
  resolveMember: resolvePage(<MemberPage />, 'JOIN_STATE'),
  resolvePassword: {
    element: <PasswordPage isRequired={false} />,
    guards: [...entered, stepIs('RECOMMENDED_CHANGE_PWD')],
  },
  resolveRequiredPassword: {
    element: <PasswordPage isRequired />,
    guards: [...entered, stepIs('REQUIRED_CHANGE_PWD')],
  },
  resolveService: resolvePage(<ResolveServicePage />, 'CONSENT_RELYING_PARTY'),
  resolveServiceNickname: resolvePage(<ServiceNicknamePage />, 'CONSENT_RELYING_PARTY'),
  resolveServiceInfo: resolvePage(<ServiceInfoPage />, 'SERVICE_ADD_INFO'),
  resolveCertification: { element: <MobileStep />, guards: [...stepEntered, mobilePending] },
}

export const table: readonly Entry[] = (Object.keys(rows) as Name[]).map((name) => ({
  key: paths[name],
  guards: [],
  ...rows[name],
  path: paths[name],
  title: `title.${name}`,
}))
const byPath: ReadonlyMap<Path, Entry> = new Map(table.map((entry) => [entry.path, entry]))

/** The row of an address. Undefined leads to the error page. */
export function entryOf(pathname: string): Entry | undefined {
  const path = pathOf(pathname)
  return path && byPath.get(path)
}

/** Whether the page of this address is loaded. */
export const isHere = (pathname: string): boolean => pages.get(entryOf(pathname)?.element.type)?.isHere() ?? true

/** Loads the page that the member is about to open. */
export const warmUp = (pathname: string): void => warm(entryOf(pathname)?.element.type)
