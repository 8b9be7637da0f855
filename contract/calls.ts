// Contract: the table of all calls. Conformance kit, OpenAPI documents, fault tests and docs/contract.md read it.
// NOTE: the app imports single rows from contract/calls/, because this table would bring all of them into its first load.
import * as z from 'zod/mini'
import { visitName } from './shapes/visit.ts'
import {
  initAccount,
  account,
  proofToken,
  proof,
  accountPassword,
  accountPhone,
  accountEmail,
  accountNickname,
  accountMarketing,
  accountSecondFactor,
  accountSessions,
  endSession,
  endOtherSessions,
  accountServices,
  withdrawService,
  accountActivity,
  reportActivity,
  exportAccount,
  leave,
  stay,
} from './calls/account.ts'
import {
  accountPasskeys,
  addPasskey,
  passkeyOptions,
  proofPasskey,
  removePasskey,
  renamePasskey,
} from './calls/accountPasskeys.ts'
import {
  issueEmail,
  issueSms,
  refreshEmail,
  refreshSms,
  reissueEmail,
  reissueSms,
  verifyEmail,
  verifyMobile,
  verifySms,
} from './calls/authenticator.ts'
import { initLogin, serviceInfo } from './calls/entry.ts'
import { resolveStudent } from './calls/file.ts'
import { initSearchIds, initSearchPwd, resetPassword, resetUsers, searchIds, searchPwd } from './calls/identify.ts'
import { challengeJoin, signUp, signUpInfo, termsOf, validNickname, verifyJoin } from './calls/join.ts'
import { codesOf, codeWithChildren, domainVerified, termsLinks } from './calls/lists.ts'
import { health, reportClientError } from './calls/node.ts'
import { initPasskey, verifyPasskey } from './calls/passkeys.ts'
import { interests, joinState } from './calls/portal.ts'
import {
  changePassword,
  deleteSsoSession,
  initSession,
  resolveMatcher,
  resolveUser,
  userInfo,
  verifyPwd,
  verifySso,
} from './calls/signIn.ts'
import type { Fields, Row } from './row.ts'

/** The calls of a visit. In the order in which documents and tests name them. */
const VISIT_CALLS = {
  initLogin,
  initSession,
  serviceInfo,
  verifyPwd,
  verifySso,
  initPasskey,
  verifyPasskey,
  deleteSsoSession,
  resolveMatcher,
  resolveUser,
  userInfo,
  termsOf,
  challengeJoin,
  validNickname,
  verifyJoin,
  signUpInfo,
  signUp,
  initSearchIds,
  searchIds,
  initSearchPwd,
  searchPwd,
  resetUsers,
  resetPassword,
  changePassword,
  issueSms,
  reissueSms,
  refreshSms,
  verifySms,
  issueEmail,
  reissueEmail,
  refreshEmail,
  verifyEmail,
  verifyMobile,
  termsLinks,
  codesOf,
  codeWithChildren,
  domainVerified,
  joinState,
  interests,
  resolveStudent,
  reportClientError,
  health,
} as const satisfies Record<string, Row>
export type VisitCallName = keyof typeof VISIT_CALLS

/** The calls of the member's own pages. A backend may have none of them. */
export const ACCOUNT_CALLS = {
  initAccount,
  account,
  proofToken,
  proofPasskey,
  proof,
  accountPassword,
  accountPhone,
  accountEmail,
  accountNickname,
  accountMarketing,
  accountSecondFactor,
  accountPasskeys,
  passkeyOptions,
  addPasskey,
  renamePasskey,
  removePasskey,
  accountSessions,
  endSession,
  endOtherSessions,
  accountServices,
  withdrawService,
  accountActivity,
  reportActivity,
  exportAccount,
  leave,
  stay,
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
