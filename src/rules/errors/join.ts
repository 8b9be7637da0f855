// Spec §8, join: the outcome of a refused challenge or sign-up. A code without a row here uses the sign-in's table.
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

/** Rows for every page of the join. */
const rows: Partial<Record<number, Row>> = {
  // The address belongs to a group account, which can be carried over.
  4031: (_, facts) =>
    joinPathsFor(facts.permission).sk ? [toInfo(facts)] : joinPathClosed(facts.permission, facts.isInvited),
  4595: (_, facts) =>
    joinPathsFor(facts.permission).gen
      ? [notice('refused.notGroup'), toGeneralTerms(facts)]
      : [notice('refused.notGroupHere'), goInstead(paths.join)],
}

/** Rows for a sign-up that was sent: the field to correct is on an earlier page. */
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

/** The server names a field, and its error appears there. An invited sign-up is on that page already; any other returns to it. */
function onFieldRefused(wire: string, facts: JoinFacts): Outcome {
  const wish = serviceField(wire)
  if (wish) return [fieldError(wish, 'field.refused'), focus(wish)]
  const refused = privacyField(wire)
  if (!refused) return [notice('refused.fieldsJoin'), toPrivacy(facts)]
  const { field, text } = refused
  return facts.isInvited ? [fieldError(field, text), focus(field)] : [keepJoin({ refused }), toPrivacy(facts)]
}

/** The sign-up was refused. Everything stays except what must be given again. */
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

/** The sign-up was accepted, and the last page shows the state of the membership. */
export function onJoined(answer: Answer<JoinResult>, facts: JoinFacts): Outcome {
  if (!answer.ok) return onJoinRefused(answer.failure, facts)
  const { join_status, location = '', ...pending } = answer.data
  // Replaces the page that sent it, because Back must not return there, even while the last page is loading.
  const completed = goInstead(joinRoute('completed', facts))
  const done = keepJoin({ join_status, location, password: '', auth_code: '', auth_token: '' })
  if (location !== '' || join_status !== 'JOINED') return [done, completed]
  // A step of the service is still pending: it is stored now, and the last page leads to it.
  const [kept] = onPending(pending, paths.joinCompleted)
  return kept?.do === 'remember' ? [done, kept, completed] : [done, report('contract: location'), completed]
}

/** The one button of the last page: to the service, to the pending step, or back to the sign-in. */
export function onCompleted(facts: { location: string; matcher_type: string; here: Path }): Outcome {
  if (facts.location !== '') return [signIn(facts.location)]
  if (facts.matcher_type !== '')
    return stepOutcome({ matcher_type: facts.matcher_type }, facts.here) ?? [go(paths.login)]
  return [go(paths.login)]
}
