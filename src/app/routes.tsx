// Spec §2, the only place that combines a path, its page and its guards.
import type { ComponentType, ReactElement } from 'react'
import { Navigate } from 'react-router-dom'
import { laterPart, type Load } from '../effects/faults/laterPart.tsx'
import { loadAccountTexts } from '../i18n/accountTexts.ts'
import { mobileStep } from '../pages/login/mobileStep.ts'
import { entered, noSession } from '../rules/visit/guards.ts'
import {
  invited,
  joinCompleted,
  joinOpen,
  joinPathOpen,
  loginIdKnown,
  mobilePending,
  myIdVerified,
  newPasswordAllowed,
  notApplying,
  serviceReady,
  ssoPossible,
  stepEntered,
  stepIs,
  termsChecked,
  termsOpen,
  termsOf,
} from '../rules/visit/pageGuards.ts'
import type { MemberKind } from '../rules/join/member.ts'
import { type Path, pathOf, paths } from '../rules/visit/paths.ts'
import { ACCOUNT_STATES } from '../rules/visit/stepPaths.ts'
import type { MatcherType } from '../../contract/codes.ts'
import { canImport } from '../state/timeout.ts'
import { type Entry, type FormName, formTable, type Name, type Row, tableOf } from './formRoutes.tsx'

/** The pages that load later, by their component in the table. */
const pages = new Map<unknown, { load: Load; isHere: () => boolean; ahead: readonly Load[] }>()

function inTable<Props extends object>(part: ReturnType<typeof laterPart<Props>>) {
  pages.set(part.Part, part)
  return part.Part
}

/** @param next the pages that may follow this one. They load while the member is busy with it, and after them those that follow these. */
const later = <Props extends object>(page: () => Promise<{ default: ComponentType<Props> }>, ...next: unknown[]) =>
  inTable(
    laterPart(
      page,
      next.flatMap((one) => pages.get(one) ?? []).flatMap(({ load, ahead }) => [load, ...ahead]),
    ),
  )

const EntryPage = later(() => import('../pages/entry/EntryPage.tsx'))
const ChooserPage = later(() => import('../pages/login/ChooserPage.tsx'))
const MobileStep = inTable(mobileStep)
const MobileVerifyPage = later(() => import('../pages/login/MobileVerifyPage.tsx'))
const ErrorRoute = later(() => import('../pages/info/ErrorRoute.tsx'))
const AboutPage = later(() => import('../pages/info/AboutPage.tsx'))
const PrivacyPolicyPage = later(() => import('../pages/info/PrivacyPolicyPage.tsx'))
const PasswordNewPage = later(() => import('../pages/identify/PasswordNewPage.tsx'))
const PasswordVerifyPage = later(() => import('../pages/identify/PasswordVerifyPage.tsx'), PasswordNewPage)
const MyIdDonePage = later(() => import('../pages/identify/MyIdDonePage.tsx'), PasswordNewPage)
const IdentifyPage = later(() => import('../pages/identify/IdentifyPage.tsx'))
const MyIdForm = later(() => import('../pages/identify/MyIdForm.tsx'), MyIdDonePage)
const PasswordForm = later(() => import('../pages/identify/PasswordForm.tsx'), PasswordVerifyPage)
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
const PasskeyPage = later(() => import('../pages/resolve/PasskeyPage.tsx'))
const ResolveServicePage = later(() => import('../pages/resolve/ServicePage.tsx'), ServiceNicknamePage)

/** All pages of the account are one chunk, with texts of their own. */
const AccountPage = later(async () => {
  const [page] = await Promise.all([import('../pages/account/AccountPage.tsx'), loadAccountTexts()])
  return page
})

const joining = [...entered, joinOpen]
const joiningAs = (kind: MemberKind) => [...joining, joinPathOpen(kind)]
const readingTerms = (kind: MemberKind) => [...joining, termsOpen(kind, () => location.search)]
const resolvePage = (element: ReactElement, ...types: readonly MatcherType[]): Row => ({
  element,
  guards: [...stepEntered, stepIs(...types)],
})

const rows: Record<Exclude<Name, FormName>, Row> = {
  root: { element: <Navigate to={paths.login} replace /> },
  initSession: { element: <EntryPage action="session" /> },
  initPassword: { element: <EntryPage action="password" /> },
  initJoin: { element: <EntryPage action="join" /> },
  initSignUp: { element: <EntryPage action="sign-up" /> },
  loginSso: { element: <ChooserPage />, guards: [...entered, noSession, ssoPossible] },
  loginSsoAlias: { element: <ChooserPage />, guards: [...entered, noSession, ssoPossible] },
  mobileVerify: { element: <MobileVerifyPage /> },
  error: { element: <ErrorRoute /> },
  about: { element: <AboutPage /> },
  privacyPolicy: { element: <PrivacyPolicyPage /> },

  join: { element: <MemberTypePage />, guards: joining },
  joinInfo: { element: <InfoPage />, guards: joiningAs('SK') },
  joinTerms: { element: <TermsPage kind="SK" />, guards: readingTerms('SK') },
  joinTermsGen: { element: <TermsPage kind="GEN" />, guards: readingTerms('GEN') },
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
  identifyMyId: { element: <IdentifyPage form={<MyIdForm />} />, guards: entered, key: 'identify' },
  identifyMyIdDone: { element: <MyIdDonePage />, guards: [...entered, myIdVerified] },
  identifyPassword: { element: <IdentifyPage form={<PasswordForm />} />, guards: entered, key: 'identify' },
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
  resolvePasskey: resolvePage(<PasskeyPage />, 'RECOMMENDED_PASSKEY'),
  // Their guard is the member's session, which the page itself asks for.
  account: { element: <AccountPage section="overview" /> },
  accountSecurity: { element: <AccountPage section="security" /> },
  accountDevices: { element: <AccountPage section="devices" /> },
  accountServices: { element: <AccountPage section="services" /> },
  accountActivity: { element: <AccountPage section="activity" /> },
  accountPrivacy: { element: <AccountPage section="privacy" /> },
  resolveCertification: { element: <MobileStep />, guards: [...stepEntered, mobilePending] },
}

export const table: readonly Entry[] = [...formTable, ...tableOf(rows)]
const byPath: ReadonlyMap<Path, Entry> = new Map(table.map((entry) => [entry.path, entry]))

/** The row of an address. Undefined leads to the error page. */
export function entryOf(pathname: string): Entry | undefined {
  const path = pathOf(pathname)
  return path && byPath.get(path)
}

/** The page of this address, and what it shows within a frame that it shares with another one. */
const partsOf = (pathname: string) => {
  const element = entryOf(pathname)?.element
  const { form } = (element?.props ?? {}) as { form?: ReactElement }
  return [element, form].flatMap((part) => pages.get(part?.type) ?? [])
}

/** Whether the page of this address is loaded. */
export const isHere = (pathname: string): boolean => partsOf(pathname).every((part) => part.isHere())

/** Loads the page that the member is about to open. A failure shows when the page is entered. */
export function warmUp(pathname: string): void {
  if (canImport()) for (const part of partsOf(pathname)) part.load().catch(() => {})
}
