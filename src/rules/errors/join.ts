// Spec §8, join: the outcome of a refused challenge or sign-up. A code without a row here uses the sign-in's table.
import * as detail from '../../../contract/detailCodes.ts'
import type { Answer, DetailCode, Failure } from '../../../contract/shapes/answer.ts'
import type { JoinResult } from '../../../contract/shapes/join.ts'
import type { PendingStep } from '../../../contract/shapes/pending.ts'
import type { ServiceInfo } from '../../../contract/shapes/welcome.ts'
import { onPending, stepOutcome } from '../visit/matcher.ts'
import type { NoticeText } from '../texts/noticeTitles.ts'
import { privacyField, serviceField } from '../join/joinFields.ts'
import { joinRoute, type MemberKind } from '../join/member.ts'
import { newPasswordRefused } from '../fields/newPassword.ts'
import { fieldError, focus, go, goInstead, keepJoin, keepLoginId, notice, report, signIn } from '../visit/outcome.ts'
import type { Outcome, Way } from '../visit/outcome.ts'
import { paths } from '../visit/paths.ts'
import type { Path } from '../visit/paths.ts'
import { joinPathClosed, joinPathsFor } from '../visit/service.ts'
import { refusal, toService } from './login.ts'
import type { RefusalFacts } from './login.ts'
import { failureKind, rowOf } from './refusal.ts'

export type JoinFacts = RefusalFacts & {
  kind: MemberKind
  isInvited: boolean
  permission: ServiceInfo['permission']
  login_id: string
}

const toPrivacy = (facts: Pick<JoinFacts, 'kind' | 'isInvited'>) => go(joinRoute('privacy', facts))
const known = ({ login_id }: JoinFacts): Record<string, string> => (login_id ? { login_id } : {})

type Row = (failure: Failure, facts: JoinFacts) => Outcome

/**
 * Spec §8: the notice leads back to the service. A member can do more with an account than that.
 * @param another where another address can be typed
 */
const idTaken =
  (another: (facts: JoinFacts) => Outcome) =>
  (_: Failure, facts: JoinFacts): Outcome => {
    const { login_id, isInvited } = facts
    const ways: Way[] = [
      { text: 'join.signInAs', outcome: [keepLoginId(login_id), go(paths.login)] },
      { text: 'modal.findPassword', outcome: [keepLoginId(login_id), go(paths.identifyPassword)] },
      // An invitation has the address.
      ...(isInvited ? [] : [{ text: 'join.anotherEmail' as const, outcome: another(facts) }]),
    ]
    return [notice('refused.idTaken', { login_id }, ways), toService(facts)]
  }

/**
 * The account has another ID, which only its owner may learn.
 * @param more where another phone can be typed
 */
function samePerson(facts: RefusalFacts, more: readonly Way[] = []): Outcome {
  const ways: Way[] = [
    { text: 'info.toLogin', outcome: [go(paths.login)] },
    { text: 'title.identifyMyId', outcome: [go(paths.identifyMyId)] },
  ]
  return [notice('refused.samePerson', undefined, [...ways, ...more]), toService(facts)]
}

/** The phone was proved, and the server knows its person as a member: there is no need to fill in the rest first. */
export const onPersonKnown = (facts: RefusalFacts): Outcome =>
  samePerson(facts, [{ text: 'join.anotherPhone', outcome: [focus('mobileNumber')] }])

/** The address is proved no longer, so its screen is the first that is open. */
const anotherEmail = (facts: JoinFacts): Way => ({
  text: 'join.anotherEmail',
  outcome: [keepJoin({ emailVerified: false }), toPrivacy(facts)],
})

/**
 * Rows for every page of the join. The address can show that the join is of the other kind.
 * @param move `go` from the screen of the address, so that Back returns to it. `goInstead` from the last page, because Back must not return to
 *   a page that would send a join of the kind before.
 */
const rows = (move: typeof go): Partial<Record<DetailCode, Row>> => ({
  [detail.SAME_PERSON]: (_, facts) => samePerson(facts),
  // The address belongs to a group account, which can be carried over.
  [detail.GROUP_ACCOUNT]: (_, facts) =>
    joinPathsFor(facts.permission).sk
      ? [move(paths.joinInfo, { type: 'sk', ...known(facts) })]
      : joinPathClosed(facts.permission, facts.isInvited),
  [detail.NOT_OF_GROUP]: (_, facts) =>
    joinPathsFor(facts.permission).gen
      ? [
          notice('refused.notGroup', undefined, [anotherEmail(facts)]),
          move(paths.joinTermsGen, { type: 'general', ...known(facts) }),
        ]
      : // The proof ends, so that the group's join asks for an address again.
        [
          keepJoin({ emailVerified: false }),
          notice('refused.notGroupHere', undefined, [anotherEmail(facts)]),
          goInstead(paths.join),
        ],
})

const TAKEN = { field: 'login_id', text: 'join.loginIdTaken' } as const

/** Rows for an address that was proved: its field is on this page. */
const challengeRows: Partial<Record<DetailCode, Row>> = {
  ...rows(go),
  [detail.ID_TAKEN]: idTaken(() => [
    keepJoin({ emailVerified: false }),
    fieldError(TAKEN.field, TAKEN.text),
    focus(TAKEN.field),
  ]),
}

/** Rows for a sign-up that was sent: the field to correct is on an earlier page. */
const sentRows: Partial<Record<DetailCode, Row>> = {
  ...rows(goInstead),
  [detail.ID_TAKEN]: idTaken((facts) => [keepJoin({ emailVerified: false, refused: TAKEN }), toPrivacy(facts)]),
  [detail.NO_MATCH]: (_, facts) => [
    keepJoin({ emailVerified: false, mobileVerified: false, auth_code: '' }),
    notice('refused.proofGone'),
    toPrivacy(facts),
  ],
}

/** The field that the server names in its refusal. */
const fieldOf = (failure: Failure): string | undefined =>
  ['coded', 'invalid'].includes(failureKind(failure)) ? failure.field : undefined

/** The login id was not accepted, before or after its address was proved. */
export function onChallengeRefused(failure: Failure, facts: JoinFacts): Outcome {
  const refused = privacyField(fieldOf(failure))
  if (refused) return [fieldError('login_id', refused.text)]
  const row = rowOf(challengeRows, failure)
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

/** Leads to the screen of the password. After the notice, the reason stands at the field, and nothing else is asked for again. */
export const anotherPassword = (text: NoticeText, facts: Pick<JoinFacts, 'kind' | 'isInvited'>): Outcome => [
  keepJoin({ password: '', pendingPassword: '', refused: { field: 'password', text } }),
  { do: 'notice', text, button: 'join.passwordAnew' },
  toPrivacy(facts),
]

/** The sign-up was refused. Everything stays except what must be given again. */
export function onJoinRefused(failure: Failure, facts: JoinFacts): Outcome {
  const row = rowOf(sentRows, failure)
  if (row) return row(failure, facts)
  const password = rowOf(newPasswordRefused, failure)
  if (password) return anotherPassword(password, facts)
  const field = fieldOf(failure)
  return field === undefined ? refusal(failure, facts) : onFieldRefused(field, facts)
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
  const [begun] = onPending(pending, paths.joinCompleted)
  return begun?.do === 'beginStep' ? [done, begun, completed] : [done, report('contract: location'), completed]
}

/** The one button of the last page: to the service, to the pending step, or back to the sign-in. */
export function onCompleted(facts: { location: string; step: PendingStep | null; here: Path }): Outcome {
  if (facts.location !== '') return [signIn(facts.location)]
  return facts.step ? stepOutcome(facts.step, facts.here) : [go(paths.login)]
}
