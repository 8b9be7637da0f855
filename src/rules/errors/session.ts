// Spec §8, session check: /init/session continues, asks for a step, or ends at error 403.
import * as detail from '../../../contract/detailCodes.ts'
import type { Answer, DetailCode, Failure } from '../../../contract/shapes/answer.ts'
import type { SessionCheck } from '../../../contract/shapes/auth.ts'
import type { ServiceInfo, Welcome } from '../../../contract/shapes/welcome.ts'
import { hasNoCookies, isElsewhere, keepService } from '../visit/entry.ts'
import { onPending } from '../visit/matcher.ts'
import { goError, notice, saveService, saveWelcome, signIn } from '../visit/outcome.ts'
import type { ModalName, Outcome, Step } from '../visit/outcome.ts'
import { isNotice, type NoticeText } from '../texts/noticeTitles.ts'
import { paths } from '../visit/paths.ts'
import { refusal } from './login.ts'
import type { RefusalFacts } from './login.ts'
import { failureKind, rowOf } from './refusal.ts'

const wordsOf: Record<ModalName, NoticeText> = {
  maxFailure: 'modal.maxFailureText',
  restrictChild: 'modal.restrictChildText',
}

/** Refusals that lead to a join wherever there is a form. The session check ends at error 403 instead, so the notice gives the reason. */
const elsewheres: Partial<Record<DetailCode, NoticeText>> = {
  [detail.GROUP_ACCOUNT]: 'refused.groupHere',
  [detail.NOT_OF_GROUP]: 'refused.notGroupMember',
}

const unavailable: Outcome = [notice('errors.unavailable')]
const tooLong: Outcome = [notice('refused.overdue')]

/** The entry page has no form and one way on. A text for a form becomes a notice, and steps that lead elsewhere are dropped. */
function asNotice(step: Step): Outcome {
  if (step.do === 'formError') return isNotice(step.text) ? [notice(step.text, step.values)] : unavailable
  if (step.do === 'modal') return [notice(wordsOf[step.name], step.values)]
  return step.do === 'notice' || step.do === 'report' ? [step] : []
}

/** Picks the welcome data: a step's token does not belong there. */
const welcomeIn = (data: Welcome): Welcome => ({
  client_id: data.client_id,
  transaction_id: data.transaction_id,
  state: data.state,
  modulus: data.modulus,
  exponent: data.exponent,
  ...(data.enc_alg && { enc_alg: data.enc_alg }),
  stay_session: data.stay_session,
  callback_url: data.callback_url,
  amrs: data.amrs,
  sso_sessions: data.sso_sessions,
  possible_sso_login: data.possible_sso_login,
  ...(data.passkey && { passkey: data.passkey }),
})

function reasonOf(failure: Failure, facts: RefusalFacts): Outcome {
  const kind = failureKind(failure)
  if (kind === 'visitOver') return tooLong
  if (kind === 'noResponse') return [notice('errors.noConnection')]
  if (kind !== 'coded' && kind !== 'invalid') return unavailable
  const elsewhere = rowOf(elsewheres, failure)
  return elsewhere ? [notice(elsewhere)] : refusal(failure, facts).flatMap(asNotice)
}

/** `answer` is a success for 200 (a location) and for 401 with welcome data and a step. Every other status is a failure. */
export function onSession(answer: Answer<SessionCheck>, service: Answer<ServiceInfo>, facts: RefusalFacts): Outcome {
  if (!answer.ok) {
    if (failureKind(answer.failure) === 'left') return []
    if (hasNoCookies(answer)) return [goError('403', 'cookies')]
    if (isElsewhere(answer.failure)) return [...keepService(service), goError('403', 'stale')]
    return [...keepService(service), ...reasonOf(answer.failure, facts), goError('403')]
  }
  if ('location' in answer.data) return [signIn(answer.data.location)]
  if (!service.ok) return failureKind(service.failure) === 'left' ? [] : [goError('403')]
  return [saveWelcome(welcomeIn(answer.data)), saveService(service.data), ...onPending(answer.data, paths.initSession)]
}
