// Spec §8, join: what a refused challenge or sign-up leads to. Codes without a row of their own have the login resolver's.
import type { Answer, Failure } from '../../wire/answer'
import type { JoinResult } from '../../wire/join'
import type { ServiceInfo } from '../../wire/welcome'
import { onPending, stepOutcome } from '../matcher'
import { privacyField, serviceField } from '../joinFields'
import { joinRoute } from '../member'
import { newPasswordRefused } from '../newPassword'
import { fieldError, focus, go, goInstead, keepJoin, notice, report, signIn } from '../outcome'
import type { Outcome } from '../outcome'
import { paths } from '../paths'
import type { Path } from '../paths'
import { joinPathClosed, joinPathsFor } from '../service'
import { refusal } from './login'
import type { RefusalFacts } from './login'

export type JoinFacts = RefusalFacts & {
  isSkFamily: boolean
  isInvited: boolean
  permission: ServiceInfo['permission']
  login_id: string
}

const toPrivacy = (facts: JoinFacts) => go(joinRoute('privacy', facts))
const toInfo = ({ login_id }: JoinFacts) => go(paths.joinInfo, { type: 'sk', ...(login_id && { login_id }) })
const toGeneralTerms = ({ login_id }: JoinFacts) =>
  go(paths.joinTermsGen, { type: 'general', ...(login_id && { login_id }) })

type Row = (failure: Failure, facts: JoinFacts) => Outcome

/** Rows that hold wherever the join stands. */
const rows: Partial<Record<number, Row>> = {
  // The group knows this address: its account is carried over.
  4031: (_, facts) =>
    joinPathsFor(facts.permission).sk ? [toInfo(facts)] : joinPathClosed(facts.permission, facts.isInvited),
  4595: (_, facts) =>
    joinPathsFor(facts.permission).gen
      ? [notice('refused.notGroup'), toGeneralTerms(facts)]
      : [notice('refused.notGroupHere'), goInstead(paths.join)],
}

/** Rows of a sent sign-up: what has to be mended stands on an earlier page. */
const sentRows: Partial<Record<number, Row>> = {
  4518: (_, facts) => [
    keepJoin({ emailVerified: false, mobileVerified: false, auth_code: '' }),
    notice('refused.proofGone'),
    toPrivacy(facts),
  ],
}

const isCoded = ({ reason, status }: Failure) => reason === 'refused' && [400, 401, 412].includes(status)

/** The login id was not accepted, before or after its address was proved. */
export function onChallengeRefused(failure: Failure, facts: JoinFacts): Outcome {
  const refused = isCoded(failure) ? privacyField(failure.field) : undefined
  if (refused) return [fieldError('login_id', refused.text)]
  const row = isCoded(failure) ? rows[failure.detail_code ?? 0] : undefined
  return row ? row(failure, facts) : refusal(failure, facts)
}

/** A server names the field: its error stands there. An invited sign-up is sent from that page; any other returns to it. */
function onFieldRefused(wire: string, facts: JoinFacts): Outcome {
  const wish = serviceField(wire)
  if (wish) return [fieldError(wish, 'field.refused'), focus(wish)]
  const refused = privacyField(wire)
  if (!refused) return [notice('refused.fieldsJoin'), toPrivacy(facts)]
  const { field, text } = refused
  return facts.isInvited ? [fieldError(field, text), focus(field)] : [keepJoin({ refused }), toPrivacy(facts)]
}

/** The sign-up was refused. Everything stays as it is, but for what has to be given again. */
export function onJoinRefused(failure: Failure, facts: JoinFacts): Outcome {
  if (isCoded(failure)) {
    const row = rows[failure.detail_code ?? 0] ?? sentRows[failure.detail_code ?? 0]
    if (row) return row(failure, facts)
    const password = newPasswordRefused[failure.detail_code ?? 0]
    if (password) return [keepJoin({ password: '' }), notice(password), toPrivacy(facts)]
    if (failure.field !== undefined) return onFieldRefused(failure.field, facts)
  }
  return refusal(failure, facts)
}

/** A sign-up was answered: the membership stands, and the last page says how far it is. */
export function onJoined(answer: Answer<JoinResult>, facts: JoinFacts): Outcome {
  if (!answer.ok) return onJoinRefused(answer.failure, facts)
  const { join_status, location = '', ...pending } = answer.data
  // In place of the page that sent it: Back must not lead there, not even while the last page is still on its way.
  const completed = goInstead(joinRoute('completed', facts))
  const done = keepJoin({ join_status, location, password: '', auth_code: '', auth_token: '' })
  if (location !== '' || join_status !== 'JOINED') return [done, completed]
  // A step of the service still stands in between: kept now, gone to from the last page.
  const [kept] = onPending(pending, paths.joinCompleted)
  return kept?.do === 'remember' ? [done, kept, completed] : [done, report('contract: location'), completed]
}

/** The one button of the last page: on to the service, to the step that is still pending, or back to sign in. */
export function onCompleted(facts: { location: string; matcher_type: string; here: Path }): Outcome {
  if (facts.location !== '') return [signIn(facts.location)]
  if (facts.matcher_type !== '')
    return stepOutcome({ matcher_type: facts.matcher_type }, facts.here) ?? [go(paths.login)]
  return [go(paths.login)]
}
