// Spec §8, sign-in: rows by detail code. A code without a row is "service unavailable".
import { type Failure, isVisitOver } from '../../wire/answer'
import { latestBirthday } from '../age'
import {
  back,
  clear,
  dropSecondStep,
  focus,
  formError,
  go,
  goError,
  keepJoin,
  modal,
  notice,
  overdue,
  redirect,
  wait,
} from '../outcome'
import type { Outcome, Step } from '../outcome'
import type { MessageKey } from '../messages'
import { paths } from '../paths'

export type RefusalFacts = {
  /** In the current language; '' if unknown. */
  serviceName: string
  serviceUrl: string | null
  /** Epoch milliseconds. */
  now: number
  /** The typed ID, if any. */
  login_id?: string
}

export const LOCK_AFTER = 5
const TELL_FROM = 3

/** The number of wrong attempts, which the server writes in brackets: `[3]`. The description itself is never shown. */
export function wrongCount(description: string): number {
  const found = /\[(\d{1,3})\]/.exec(description)
  return found ? Math.min(Number(found[1]), LOCK_AFTER) : 0
}

type Row = (failure: Failure, facts: RefusalFacts) => Outcome

const say =
  (text: MessageKey): Row =>
  () => [notice(text)]
const sameIdentity: Row = (_, { serviceUrl }) => [
  notice('refused.sameIdentity'),
  serviceUrl ? redirect(serviceUrl) : back,
]
const locked: Row = () => [modal('maxFailure'), go(paths.identifyPassword)]
/** The remaining attempts, from the third wrong attempt on. */
export const triesLeft = (count: number): { left: number } | undefined =>
  count < TELL_FROM ? undefined : { left: LOCK_AFTER - count }

const wrongPassword: Row = (failure, facts) => {
  const tries = wrongCount(failure.description)
  if (tries >= LOCK_AFTER) return locked(failure, facts)
  const left = triesLeft(tries)
  return [left ? formError('refused.wrongPasswordLeft', left) : formError('refused.wrongPassword')]
}

/** A person under 14. The message has the date 14 years before today, in Korea. */
export const childRestricted = (now: number): Outcome => [modal('restrictChild', { date: latestBirthday(now) })]

/** A join begins with the typed ID. Data from an earlier sign-in of this visit belongs to somebody else. */
const joinWith = ({ login_id }: RefusalFacts): Outcome => [
  dropSecondStep,
  ...(login_id ? [keepJoin({ login_id, emailVerified: false, fixed: [] })] : []),
]

const rows: Partial<Record<number, Row>> = {
  4025: sameIdentity,
  4501: sameIdentity,
  4031: (_, facts) => [...joinWith(facts), go(paths.joinInfo, { type: 'sk' })],
  4595: (_, facts) => [...joinWith(facts), go(paths.joinTermsGen, { type: 'general' })],
  4035: () => [notice('refused.forbidden'), goError('403')],
  4502: wrongPassword,
  4575: locked,
  4578: locked,
  4503: () => [formError('refused.userNotFound')],
  4514: say('refused.newPassword'),
  4529: say('refused.suspended'),
  4543: (_, { now }) => childRestricted(now),
  4546: say('verification.tooMany'),
  4579: say('refused.incumbent'),
  4580: (_, { serviceName }) => [
    serviceName
      ? notice('refused.servicePermission', { service: serviceName })
      : notice('refused.servicePermissionNameless'),
  ],
  4585: say('refused.invalidJoin'),
  4588: say('refused.usePermission'),
  4589: say('refused.ip'),
  4590: say('refused.internalOnly'),
  4533: say('refused.passwordSameAsId'),
  4534: say('refused.passwordSameAsPhone'),
  4539: say('refused.passwordSameAsBefore'),
}

/**
 * Returns the outcome of a failure that means the same for every call, or null for any other failure. A failure with a toast needs no
 * second text. A visit that is over ends at the error page, and the next visit begins with the ID typed in this one.
 */
export function commonFailure(failure: Failure): Outcome | null {
  if (failure.reason === 'left' || failure.told) return []
  if (failure.reason === 'noResponse') return [formError('errors.noConnection')]
  return isVisitOver(failure) ? overdue : null
}

/** The shared handler for a refusal of any call. */
export function refusal(failure: Failure, facts: RefusalFacts): Outcome {
  const common = commonFailure(failure)
  if (common) return common
  const { retry_after: seconds } = failure
  // The wait appears in the form, or in a dialog if the page has no place for it.
  if (seconds !== undefined) return [formError('errors.waitSeconds', { seconds }), wait(seconds)]
  const isCoded = failure.reason === 'refused' && [400, 401, 412].includes(failure.status)
  const row = isCoded ? rows[failure.detail_code ?? 0] : undefined
  return row ? row(failure, facts) : [notice('errors.unavailable')]
}

const LEAVING: readonly Step['do'][] = ['modal', 'expire', 'go', 'redirect', 'back']
const leaves = ({ do: step }: Step) => LEAVING.includes(step)

/**
 * A refused sign-in: the refusal, and the form made ready again. The password is cleared at once. The focus moves after the announcement of
 * the error, and before a dialog that can end the list.
 */
export function onLoginRefused(failure: Failure, facts: RefusalFacts): Outcome {
  if (failure.reason === 'left') return []
  // Without a connection nothing was sent, and the form stays. The toast of all calls gave the reason.
  if (failure.offline) return [focus('login_id')]
  if (failure.reason === 'noResponse') return [clear('password'), goError('403', 'unanswered')]
  const said = refusal(failure, facts)
  const split = said.findIndex(leaves)
  const at = split < 0 ? said.length : split
  return [clear('password'), ...said.slice(0, at), focus('login_id'), ...said.slice(at)]
}
