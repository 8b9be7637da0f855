// Spec §3, join type INVITATION: the page shows what an invitation knows, read-only, and does not ask for it.
import type { Answer } from '../../../contract/shapes/answer.ts'
import type { SignUpInfo } from '../../../contract/shapes/join.ts'
import { goFailed } from '../errors/http.ts'
import { refusal } from '../errors/login.ts'
import type { RefusalFacts } from '../errors/login.ts'
import { failureKind, type FailureKind } from '../errors/refusal.ts'
import { kindOf } from './member.ts'
import { goError, goTooMany, keepJoin, ended } from '../visit/outcome.ts'
import type { Outcome } from '../visit/outcome.ts'

/** The patch for the sign-up store. `fixed` holds wire names. */
export function invited(info: SignUpInfo) {
  const { login_id, name, member_kind, member_type_code, emp_no } = info
  return {
    login_id,
    kind: kindOf(info),
    member_kind: member_kind ?? '',
    memberTypeCode: member_type_code,
    fullName: name ?? '',
    empNo: emp_no ?? '',
    matcher_type: 'SIGN_UP',
    // The link was sent to this address, which proves it.
    emailVerified: true,
    fixed: ['login_id', ...(name ? ['name'] : []), ...(emp_no ? ['emp_no'] : [])],
  }
}

/** A failing server can be tried again, as in the entry's own call. An invitation that is not valid cannot. */
const TRY_AGAIN: readonly FailureKind[] = ['left', 'noResponse', 'notSignedIn', 'unavailable']

/**
 * The entry of an invitation. `entry` is the outcome of any entry; its last step goes to the page. The invitation's data is stored before
 * that step, after the entry has reset the stores. If the invitation fails, only the service is stored. After 429 and 401 the error page
 * offers to try again, because a wait or a fresh cookie helps.
 */
export function onInvitation(entry: Outcome, answer: Answer<SignUpInfo>, facts: RefusalFacts): Outcome {
  if (!answer.ok) {
    const { failure } = answer
    const kind = failureKind(failure)
    const known = entry.filter((step) => step.do === 'service')
    if (failure.retry_after !== undefined) return [...known, goTooMany(failure.retry_after)]
    if (TRY_AGAIN.includes(kind)) return [...known, goFailed(failure)]
    if (kind === 'visitOver') return [...known, ...ended]
    // The toast has said that there is no such invitation, and the error page names the way on.
    return [...known, ...(kind === 'notFound' ? [] : refusal(failure, facts)), goError('403')]
  }
  return [...entry.slice(0, -1), keepJoin(invited(answer.data)), ...entry.slice(-1)]
}
