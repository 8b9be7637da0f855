// Contract: the table of all calls. Conformance kit, OpenAPI documents, fault tests and docs/contract.md read it.
// NOTE: the app imports single rows from contract/calls/, because this table would bring all of them into its first load.
import * as z from 'zod/mini'
import { visitName } from './shapes/visit.ts'
import * as account from './calls/account.ts'
import * as accountPasskeys from './calls/accountPasskeys.ts'
import * as authenticator from './calls/authenticator.ts'
import * as entry from './calls/entry.ts'
import * as file from './calls/file.ts'
import * as identify from './calls/identify.ts'
import * as join from './calls/join.ts'
import * as lists from './calls/lists.ts'
import * as node from './calls/node.ts'
import * as passkeys from './calls/passkeys.ts'
import * as portal from './calls/portal.ts'
import * as signIn from './calls/signIn.ts'
import type { Fields, Row } from './row.ts'

/** The calls of a visit. In the order in which documents and tests name them. */
const VISIT_CALLS = {
  initLogin: entry.initLogin,
  initSession: signIn.initSession,
  serviceInfo: entry.serviceInfo,
  verifyPwd: signIn.verifyPwd,
  verifySso: signIn.verifySso,
  initPasskey: passkeys.initPasskey,
  verifyPasskey: passkeys.verifyPasskey,
  deleteSsoSession: signIn.deleteSsoSession,
  resolveMatcher: signIn.resolveMatcher,
  resolveUser: signIn.resolveUser,
  userInfo: signIn.userInfo,
  termsOf: join.termsOf,
  challengeJoin: join.challengeJoin,
  validNickname: join.validNickname,
  verifyJoin: join.verifyJoin,
  signUpInfo: join.signUpInfo,
  signUp: join.signUp,
  initSearchIds: identify.initSearchIds,
  searchIds: identify.searchIds,
  initSearchPwd: identify.initSearchPwd,
  searchPwd: identify.searchPwd,
  resetUsers: identify.resetUsers,
  resetPassword: identify.resetPassword,
  changePassword: signIn.changePassword,
  issueSms: authenticator.issueSms,
  reissueSms: authenticator.reissueSms,
  refreshSms: authenticator.refreshSms,
  verifySms: authenticator.verifySms,
  issueEmail: authenticator.issueEmail,
  reissueEmail: authenticator.reissueEmail,
  refreshEmail: authenticator.refreshEmail,
  verifyEmail: authenticator.verifyEmail,
  verifyMobile: authenticator.verifyMobile,
  termsLinks: lists.termsLinks,
  codesOf: lists.codesOf,
  codeWithChildren: lists.codeWithChildren,
  domainVerified: lists.domainVerified,
  joinState: portal.joinState,
  interests: portal.interests,
  resolveStudent: file.resolveStudent,
  reportClientError: node.reportClientError,
  health: node.health,
} as const satisfies Record<string, Row>
export type VisitCallName = keyof typeof VISIT_CALLS

/** The calls of the member's own pages. A backend may have none of them. */
export const ACCOUNT_CALLS = {
  initAccount: account.initAccount,
  account: account.account,
  proofToken: account.proofToken,
  proofPasskey: accountPasskeys.proofPasskey,
  proof: account.proof,
  accountPassword: account.accountPassword,
  accountPhone: account.accountPhone,
  accountEmail: account.accountEmail,
  accountNickname: account.accountNickname,
  accountMarketing: account.accountMarketing,
  accountSecondFactor: account.accountSecondFactor,
  accountPasskeys: accountPasskeys.accountPasskeys,
  passkeyOptions: accountPasskeys.passkeyOptions,
  addPasskey: accountPasskeys.addPasskey,
  renamePasskey: accountPasskeys.renamePasskey,
  removePasskey: accountPasskeys.removePasskey,
  accountSessions: account.accountSessions,
  endSession: account.endSession,
  endOtherSessions: account.endOtherSessions,
  accountServices: account.accountServices,
  withdrawService: account.withdrawService,
  accountActivity: account.accountActivity,
  reportActivity: account.reportActivity,
  exportAccount: account.exportAccount,
  leave: account.leave,
  stay: account.stay,
} as const satisfies Record<string, Row>

export const CALLS = { ...VISIT_CALLS, ...ACCOUNT_CALLS }
export type CallName = keyof typeof CALLS
export const callNamed = (name: CallName): Row => CALLS[name]
type Named<Name> = Row & { name: Name }
const listed = <Name extends string>(rows: Record<Name, Row>): readonly Named<Name>[] =>
  Object.entries<Row>(rows).map(([name, row]) => ({ name: name as Name, ...row }))
export const everyCall: readonly Named<CallName>[] = listed(CALLS)
export const everyVisitCall: readonly Named<VisitCallName>[] = listed(VISIT_CALLS)

/** The fields of a payload, with the names of the visit if the call sends them. */
function withVisit(fields: Fields | undefined, visit: Row['visit']): Fields | undefined {
  if (visit !== 'beside' || (fields && 'transaction_id' in fields.shape)) return fields
  return fields ? z.extend(fields, visitName) : z.strictObject(visitName)
}

/** Where a call carries its visit: a GET and a DELETE in the query, others in the body or the form. */
const carriesInQuery = ({ method }: Pick<Row, 'method'>): boolean => method === 'GET' || method === 'DELETE'

/** The query and the payload of a call, those that name the visit included. */
export function payloadsOf(call: Row) {
  const inQuery = carriesInQuery(call)
  return {
    query: inQuery ? withVisit(call.query, call.visit) : call.query,
    body:
      call.form || inQuery
        ? undefined
        : call.body instanceof z.ZodMiniDiscriminatedUnion
          ? call.body
          : withVisit(call.body, call.visit),
    // The multipart call carries the visit as fields of the form, beside the payload.
    form: call.form,
  }
}
