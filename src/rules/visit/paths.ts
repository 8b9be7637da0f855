// Spec §2, every path of the app. The router only gets these.
export const paths = {
  root: '/',
  init: '/init',
  initLogin: '/init/login',
  initSession: '/init/session',
  initPassword: '/init/password',
  initJoin: '/init/join',
  initSignUp: '/init/sign-up',
  login: '/login',
  loginSso: '/loginSSO',
  loginSsoAlias: '/login/sso',
  certification: '/certification',
  mobileVerify: '/mobileVerify',
  error: '/error',
  about: '/about',
  privacyPolicy: '/privacyPolicy',
  join: '/join',
  joinInfo: '/join/info',
  joinTerms: '/join/terms',
  joinTermsGen: '/join/terms/gen',
  joinPrivacy: '/join/privacy',
  joinPrivacyGen: '/join/privacy/gen',
  joinService: '/join/service',
  joinCompleted: '/join/completed',
  joinCompletedGen: '/join/completed/gen',
  signUpTerms: '/sign-up/terms',
  signUpTermsGen: '/sign-up/terms/gen',
  signUpPrivacy: '/sign-up/privacy',
  signUpPrivacyGen: '/sign-up/privacy/gen',
  identify: '/identify',
  identifyMyId: '/identify/myid',
  identifyMyIdDone: '/identify/myid/done',
  identifyPassword: '/identify/password',
  identifyPasswordVerify: '/identify/password/verify',
  identifyPasswordNew: '/identify/password/new',
  resolve: '/resolve',
  resolveTerms: '/resolve/terms',
  resolveServiceTerms: '/resolve/terms/service',
  resolveMember: '/resolve/member',
  resolvePassword: '/resolve/password',
  resolveRequiredPassword: '/resolve/required/password',
  resolveService: '/resolve/service',
  resolveServiceNickname: '/resolve/service/nickname',
  resolveServiceInfo: '/resolve/service/info',
  resolveCertification: '/resolve/certification',
  resolvePasskey: '/resolve/passkey',
  account: '/account',
  accountSecurity: '/account/security',
  accountDevices: '/account/devices',
  accountServices: '/account/services',
  accountActivity: '/account/activity',
  accountPrivacy: '/account/privacy',
} as const
export type Path = (typeof paths)[keyof typeof paths]

/** `/error/{code}` is the only path with a parameter. */
export const errorCodeOf = (pathname: string): string | undefined => /^\/error\/([^/]+)\/?$/.exec(pathname)?.[1]

const known: readonly string[] = Object.values(paths)
const isPath = (path: string): path is Path => known.includes(path)

/** The path of a pathname, with or without a final slash, or undefined for an unknown one. */
export function pathOf(pathname: string): Path | undefined {
  const path = pathname.replace(/(.)\/$/, '$1')
  if (isPath(path)) return path
  return errorCodeOf(path) ? paths.error : undefined
}

const OWN: readonly (Path | undefined)[] = [paths.error, paths.about, paths.privacyPolicy, paths.mobileVerify]

/** Whether a page belongs to the member's account, and so to a session instead of a visit. */
export const isAccount = (pathname: string): boolean => (pathOf(pathname) ?? '').startsWith(paths.account)

/** Whether a page may be opened by its address, without a service. Such a page has Daemun's own brand until a service is known. */
export const isOwn = (pathname: string): boolean => OWN.includes(pathOf(pathname)) || isAccount(pathname)

/** The route for reports: never the address as typed. */
export const templateOf = (pathname: string): string =>
  errorCodeOf(pathname) ? `${paths.error}/:code` : (pathOf(pathname) ?? '*')
