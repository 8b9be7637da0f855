// Spec §8, sign-in: rows by detail code. A code without a row is "service unavailable".
import * as detail from '../../../contract/detailCodes.ts'
import type { DetailCode, Failure } from '../../../contract/shapes/answer.ts'
import type { ServiceInfo } from '../../../contract/shapes/welcome.ts'
import { NO_PHONE } from '../../../contract/codes.ts'
import {
  back,
  clear,
  dropStep,
  focus,
  formError,
  go,
  goError,
  keepJoin,
  modal,
  notice,
  ended,
  redirect,
  tryAgain,
  wait,
} from '../visit/outcome.ts'
import type { Outcome, Step } from '../visit/outcome.ts'
import type { NoticeText } from '../texts/noticeTitles.ts'
import { paths } from '../visit/paths.ts'
import { failureText, lasting } from './http.ts'
import { locked, passwordRefusal } from './lock.ts'
import { failureKind, rowOf } from './refusal.ts'

export type RefusalFacts = {
  /** In the current language; '' if unknown. */
  serviceName: string
  serviceUrl: string | null
  /** For whom the service is. */
  permission?: ServiceInfo['permission']
  /** Epoch milliseconds. */
  now: number
  /** The typed ID, if any. */
  login_id?: string
}

type Row = (failure: Failure, facts: RefusalFacts) => Outcome

const say =
  (text: NoticeText): Row =>
  () => [notice(text)]
/** Spec §8, same identity: then to the service's domain or back. */
export const toService = ({ serviceUrl }: Pick<RefusalFacts, 'serviceUrl'>): Step =>
  serviceUrl ? redirect(serviceUrl) : back
const sameIdentity: Row = (_, facts) => [notice('refused.sameIdentity'), toService(facts)]
const passwordRow: Row = (failure) => {
  const said = passwordRefusal(failure)
  if (said === 'locked') return locked
  return [said?.wrong ? formError('refused.wrongPasswordLeft', said.wrong) : formError('refused.wrongPassword')]
}

/** A person under 14. The dialog says the date 14 years before this moment, in Korea: dayjs would delay the sign-in request (decision 0013). */
export const childRestricted = (now: number): Outcome => [modal('restrictChild', { now })]

/** A join begins with the typed ID. Data from an earlier sign-in of this visit belongs to another member. */
const joinWith = ({ login_id }: RefusalFacts): Outcome => [
  dropStep,
  ...(login_id ? [keepJoin({ login_id, emailVerified: false, fixed: [] })] : []),
]

const rows: Partial<Record<DetailCode, Row>> = {
  [detail.SAME_PERSON]: sameIdentity,
  [detail.ID_TAKEN]: sameIdentity,
  [detail.GROUP_ACCOUNT]: (_, facts) => [...joinWith(facts), go(paths.joinInfo, { type: 'sk' })],
  [detail.NOT_OF_GROUP]: (_, facts) => [...joinWith(facts), go(paths.joinTermsGen, { type: 'general' })],
  [detail.FORBIDDEN]: () => [notice('refused.forbidden'), goError('403')],
  [detail.WRONG_PASSWORD]: passwordRow,
  [detail.LOCKED]: passwordRow,
  [detail.LOCKED_UNTIL_RESET]: passwordRow,
  [detail.USER_NOT_FOUND]: () => [formError('refused.userNotFound')],
  [detail.PASSWORD_NOT_ALLOWED]: say('refused.newPassword'),
  [detail.SUSPENDED]: say('refused.suspended'),
  [detail.CHILD]: (_, { now }) => childRestricted(now),
  [detail.TOO_MANY_ATTEMPTS]: say('verification.tooMany'),
  [detail.INCUMBENT]: say('refused.incumbent'),
  [detail.NO_PERMISSION]: (_, { serviceName }) => [
    // The sentence begins with the name, so without one it is another sentence.
    serviceName
      ? notice('refused.servicePermission', { service: serviceName })
      : notice('refused.servicePermissionNameless'),
  ],
  [detail.INVALID_JOIN]: say('refused.invalidJoin'),
  // Contract: the service is not for this kind of member. Its own facts say for which kind it is.
  [detail.USE_PERMISSION]: (_, { permission, serviceName: service }) => [
    permission === 'ONLY_SK'
      ? notice('refused.groupOnly', { service })
      : permission === 'ONLY_GEN'
        ? notice('refused.generalOnly', { service })
        : notice('refused.usePermission'),
  ],
  [detail.IP_NOT_ALLOWED]: say('refused.ip'),
  [detail.INTERNAL_ONLY]: say('refused.internalOnly'),
  [detail.PASSWORD_SAME_AS_ID]: say('refused.passwordSameAsId'),
  [detail.PASSWORD_SAME_AS_PHONE]: say('refused.passwordSameAsPhone'),
  [detail.PASSWORD_SAME_AS_BEFORE]: say('refused.passwordSameAsBefore'),
}

/**
 * Returns the outcome of a failure that means the same for every call, or null for any other failure. The form keeps the text of the toast.
 * A visit that is over ends at the error page, and the next visit begins with the ID typed in this one.
 */
export function commonFailure(failure: Failure): Outcome | null {
  const kind = failureKind(failure)
  if (kind === 'left') return []
  const text = failureText(failure)
  if (text) return [lasting(failure, text)]
  return kind === 'visitOver' ? ended : null
}

/** The shared handler for a refusal of any call. */
export function refusal(failure: Failure, facts: RefusalFacts): Outcome {
  const common = commonFailure(failure)
  if (common) return common
  const { retry_after: seconds } = failure
  // The wait appears in the form, or in a dialog if the page has no place for it.
  if (seconds !== undefined) return [formError('errors.waitSeconds', { seconds }), wait(seconds)]
  if (failureKind(failure) === 'invalid' && failure.code === NO_PHONE) return [notice('refused.noPhone')]
  const row = rowOf(rows, failure)
  return row ? row(failure, facts) : [notice('errors.unavailable')]
}

const LEAVING: readonly Step['do'][] = ['modal', 'expire', 'go', 'redirect', 'back']
const leaves = ({ do: step }: Step) => LEAVING.includes(step)

/**
 * A refused sign-in: the refusal, and the form made ready again. The password is cleared at once. The focus moves after the announcement of
 * the error, and before a dialog that can end the list.
 */
export function onSignInRefused(failure: Failure, facts: RefusalFacts): Outcome {
  const kind = failureKind(failure)
  if (kind === 'left') return []
  // The form stays as it is, so the same press can succeed once the connection is back.
  if (failure.offline) return [tryAgain('errors.noConnection'), focus('login_id')]
  if (kind === 'noResponse') return [clear('password'), goError('403', 'unanswered')]
  const said = refusal(failure, facts)
  const split = said.findIndex(leaves)
  const at = split < 0 ? said.length : split
  return [clear('password'), ...said.slice(0, at), focus('login_id'), ...said.slice(at)]
}

/** A refused password. The next press needs the password again, so the error offers no press of its own; without a connection the password stays. */
export const onLoginRefused = (failure: Failure, facts: RefusalFacts): Outcome =>
  onSignInRefused(failure, facts).map((step) => {
    if (step.do !== 'formError' || failure.offline) return step
    const { again: _again, ...error } = step
    return error
  })
