// One call of each client of the app, by the name of its row in the call table.
import type { CallName } from '../../contract/calls.ts'
import * as account from '../../src/api/account.ts'
import * as auth from '../../src/api/auth.ts'
import * as file from '../../src/api/file.ts'
import * as identify from '../../src/api/identify.ts'
import * as init from '../../src/api/init.ts'
import * as join from '../../src/api/join.ts'
import * as node from '../../src/api/node.ts'
import * as passkeys from '../../src/api/passkeys.ts'
import * as portal from '../../src/api/portal.ts'
import * as service from '../../src/api/service.ts'
import type { VerifyJoin } from '../../contract/shapes/join.ts'
import { JOIN_FORM } from '../../conformance/joinForm.ts'

export const clients = {
  ...account,
  ...auth,
  ...file,
  ...identify,
  ...init,
  ...join,
  ...node,
  ...passkeys,
  ...portal,
  ...service,
}
/** The visit that the calls of an entry name. */
export const visit = { transaction_id: 'a-visit', state: 'its-state' }
const credential = { auth_code: 'code', amr: 'SMS' } as const
const signUpForm: VerifyJoin = {
  ...JOIN_FORM,
  name: '서연우',
  password: 'sealed',
  login_id: 'a@mail.test',
  nickname: '별',
  matcher_type: 'JOIN',
  consents: ['SERVICE'],
}
const passkey = {
  id: 'aWQ',
  rawId: 'aWQ',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'YQ', signature: 'cw' },
} as const
const created = {
  id: 'aWQ',
  rawId: 'aWQ',
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'YQ' },
} as const
/** The session that the calls of the account name. */
export const SESSION = 'a-session'
const letter = new File(['%PDF-'], 'letter.pdf', { type: 'application/pdf' })

/** One call of each client, by its name. */
export const ask: Record<CallName, () => Promise<unknown>> = {
  initLogin: () => init.initLogin(visit),
  initSession: () => auth.initSession(visit),
  serviceInfo: () => init.serviceInfo(visit),
  verifyPwd: () => auth.verifyPwd({ ...visit, login_id: 'a', password: 'sealed', stay_session: false }),
  verifySso: () => auth.verifySso({ ...visit, sso_session_id: 'one' }),
  initPasskey: () => passkeys.initPasskey(visit),
  verifyPasskey: () => passkeys.verifyPasskey({ ...visit, credential: passkey, stay_session: false }),
  deleteSsoSession: () => auth.deleteSsoSession('one'),
  resolveMatcher: () => auth.resolveMatcher({ matcher_type: 'JOIN_STATE', consent_terms: [] }),
  resolveUser: () => auth.resolveUser({ matcher_type: 'SERVICE_ADD_INFO', interest_field: 'IC0101' }),
  userInfo: () => auth.userInfo(),
  termsOf: () => join.termsOf('SUNI', 'KR'),
  challengeJoin: () => join.challengeJoin('a@mail.test', 'general'),
  validNickname: () => join.validNickname('별'),
  verifyJoin: () => join.verifyJoin(signUpForm),
  signUpInfo: () => join.signUpInfo(visit),
  signUp: () =>
    join.signUp({
      ...signUpForm,
      matcher_type: 'SIGN_UP',
      nation_tel_no: '82',
      phone_number: '0104',
      emp_no: '',
      national: '',
    }),
  initSearchIds: () => identify.initSearchIds(visit),
  searchIds: () => identify.searchIds({ name: '서연우', credential }),
  initSearchPwd: () => identify.initSearchPwd({ ...visit, login_id: 'a' }),
  searchPwd: () => identify.searchPwd({ login_id: 'a', credential }),
  resetUsers: () => identify.resetUsers('token'),
  resetPassword: () => identify.resetPassword({ reset_token: 'token', login_id: 'a', password: 'sealed' }),
  changePassword: () =>
    auth.changePassword({ current_password: 'sealed', password: 'sealed', matcher_type: 'REQUIRED_CHANGE_PWD' }),
  issueSms: () => service.issueSms({ phone_number: '01041234567', nation_tel_no: '82' }, 'token'),
  reissueSms: () => service.reissueSms('token'),
  refreshSms: () => service.refreshSms('token'),
  verifySms: () => service.verifySms('123456', 'token'),
  issueEmail: () => service.issueEmail({ email: 'a@mail.test' }, 'token'),
  reissueEmail: () => service.reissueEmail('token'),
  refreshEmail: () => service.refreshEmail('token'),
  verifyEmail: () => service.verifyEmail('123456', 'token'),
  verifyMobile: () => service.verifyMobile('123456', 'token'),
  termsLinks: () => service.termsLinks('suni', 'KR'),
  codesOf: () => service.codesOf('JOB_GRP'),
  codeWithChildren: () => service.codeWithChildren('JG06'),
  domainVerified: () => service.domainVerified('mail.test'),
  joinState: () => portal.joinState(),
  interests: () => portal.interests(),
  resolveStudent: () => file.resolveStudent({ school_course: 'SCH_CURS_02' }, letter),
  reportClientError: () => node.reportClientError({ id: '1', message: 'm', route: '/', release: '1' }),
  health: () => node.health(new AbortController().signal),
  initAccount: () => account.initAccount({ return_to: '/account/security' }),
  account: () => account.account(),
  proofToken: () => account.proofToken(SESSION, { method: 'SMS', purpose: 'CHANGE' }),
  proofPasskey: () => account.proofPasskey(SESSION),
  proof: () => account.proof(SESSION, { method: 'PASSKEY', credential: passkey }),
  accountPassword: () => account.accountPassword(SESSION, 'sealed'),
  accountPhone: () => account.accountPhone(SESSION, 'proof'),
  accountEmail: () => account.accountEmail(SESSION, 'proof'),
  accountNickname: () => account.accountNickname(SESSION, '별'),
  accountMarketing: () => account.accountMarketing(SESSION, { email: true, sms: false }),
  accountSecondFactor: () => account.accountSecondFactor(SESSION, 'SMS'),
  accountPasskeys: () => account.accountPasskeys(SESSION),
  passkeyOptions: () => account.passkeyOptions(SESSION),
  addPasskey: () => account.addPasskey(SESSION, created),
  renamePasskey: () => account.renamePasskey(SESSION, 'one', 'Phone'),
  removePasskey: () => account.removePasskey(SESSION, 'one'),
  accountSessions: () => account.accountSessions(SESSION),
  endSession: () => account.endSession(SESSION, 'one'),
  endOtherSessions: () => account.endOtherSessions(SESSION),
  accountServices: () => account.accountServices(SESSION),
  withdrawService: () => account.withdrawService(SESSION, 'service-a'),
  accountActivity: () => account.accountActivity(SESSION, { before: '2026-11-28T09:00:00Z' }),
  reportActivity: () => account.reportActivity(SESSION, 'one'),
  exportAccount: () => account.exportAccount(SESSION),
  leave: () => account.leave(SESSION, 'a reason'),
  stay: () => account.stay(SESSION),
}
