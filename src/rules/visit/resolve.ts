// Spec §4 and contract, "Pending steps": the text and actions of each account state, and what follows a resolved step.
import * as detail from '../../../contract/detailCodes.ts'
import type { Answer } from '../../../contract/shapes/answer.ts'
import type { Progress } from '../../../contract/shapes/auth.ts'
import { locked, passwordRefusal } from '../errors/lock.ts'
import { refusal } from '../errors/login.ts'
import { letterProblem } from '../errors/letter.ts'
import { failureKind, type FailureKind, isCoded, rowOf } from '../errors/refusal.ts'
import { onProgress, toLogin } from './matcher.ts'
import type { ProgressFacts } from './matcher.ts'
import type { MessageKey } from '../texts/messages.ts'
import { newPasswordRefused } from '../fields/newPassword.ts'
import { clear, fieldError, focus, notice, redirect } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import { ACCOUNT_STATES, type AccountState } from './stepPaths.ts'

/** Where an account state leads. `signIn`: with this account again. `other`: with another one. */
export type StateAction = 'service' | 'signIn' | 'other' | 'resetPassword' | 'findId' | 'contact' | 'invitation'

type Screen = {
  drawing: 'locked' | 'paused' | 'clock' | 'path' | 'shield' | 'key' | 'letter'
  title: MessageKey
  text: MessageKey
  /** The first action is the primary one. */
  actions: readonly StateAction[]
}

const screens: Record<AccountState, Screen> = {
  SERVICE_PERMISSIONS: {
    drawing: 'locked',
    title: 'state.permissions',
    text: 'state.permissionsText',
    actions: ['service', 'other'],
  },
  PROTECTED_STATE: {
    drawing: 'shield',
    title: 'state.protected',
    text: 'state.protectedText',
    actions: ['resetPassword', 'contact', 'other'],
  },
  INCUMBENT_STATE: {
    drawing: 'clock',
    title: 'state.incumbent',
    text: 'state.incumbentText',
    actions: ['contact', 'other'],
  },
  SUSPENDED_STATE: {
    drawing: 'paused',
    title: 'state.suspended',
    text: 'state.suspendedText',
    actions: ['contact', 'other'],
  },
  ID_SEARCH: { drawing: 'path', title: 'state.idSearch', text: 'state.idSearchText', actions: ['findId', 'other'] },
  CHANGED_PASSWORD: {
    drawing: 'key',
    title: 'state.changed',
    text: 'state.changedText',
    actions: ['signIn', 'resetPassword', 'other'],
  },
  SIGN_UP: { drawing: 'letter', title: 'state.signUp', text: 'state.signUpText', actions: ['invitation', 'other'] },
}

/** The screen of an account state, or null. */
export const accountScreen = (matcher_type: string): Screen | null =>
  ACCOUNT_STATES.some((state) => state === matcher_type) ? screens[matcher_type as AccountState] : null

/** The server no longer waits for this step: another tab has resolved it or ended the visit, or the token has expired. */
const OVER: readonly FailureKind[] = ['visitOver', 'notSignedIn', 'anotherStep']

const over = ({ serviceUrl, here }: ProgressFacts): Outcome => [
  notice('resolve.over'),
  ...(serviceUrl ? [redirect(serviceUrl)] : toLogin(here)),
]

/** The answer to a resolved step: the location, the next step, or the reason of a refusal. */
export function onResolved(answer: Answer<Progress>, facts: ProgressFacts): Outcome {
  if (answer.ok) return onProgress(answer, { ...facts, afterStep: true })
  const { failure } = answer
  const kind = failureKind(failure)
  if (OVER.includes(kind)) return over(facts)
  if (isCoded(failure, detail.NO_MATCH)) return [notice('sms.lapsed')]
  return kind === 'invalid' ? [notice('resolve.notTaken')] : refusal(failure, facts)
}

/** The answer to missing profile data with an enrollment letter. A refused letter has a text of its own. */
export function onStudentResolved(answer: Answer<Progress>, facts: ProgressFacts): Outcome {
  const problem = answer.ok ? undefined : letterProblem(answer.failure)
  return problem ? [notice(problem)] : onResolved(answer, facts)
}

/** Whatever was a password once may be typed: that of a member of a former system can break every rule of new ones. */
export const currentPasswordProblem = (value: string): MessageKey | null =>
  value === '' ? 'resolve.enterCurrent' : null

/** The answer to a changed password. The current password counts as at a sign-in: five wrong ones lock. */
export function onPasswordChanged(answer: Answer<Progress>, facts: ProgressFacts): Outcome {
  if (answer.ok) return onResolved(answer, facts)
  const { failure } = answer
  const text = rowOf(newPasswordRefused, failure)
  if (text) return [fieldError('password', text), focus('password')]
  const said = passwordRefusal(failure)
  if (said === 'locked') return [clear('current_password'), ...locked]
  if (!said) return onResolved(answer, facts)
  const problem = said.wrong
    ? fieldError('current_password', 'resolve.currentWrongLeft', said.wrong)
    : fieldError('current_password', 'resolve.currentWrong')
  return [clear('current_password'), problem, focus('current_password')]
}

/** The names of the data that a service can learn. */
const claimNames = new Map<string, MessageKey>([
  ['email', 'claim.email'],
  ['name', 'claim.name'],
  ['nickname', 'claim.nickname'],
  ['birthdate', 'claim.birthdate'],
  ['phone_number', 'claim.phone'],
  ['marketing', 'claim.marketing'],
  ['member_kind', 'claim.memberKind'],
])
/**
 * An unknown claim is shown as "other", so that the page hides nothing and invents nothing.
 * @param isYearOnly of the birthday, only the year is known, as of a group member
 */
export const claimsShown = (claims: readonly string[], isYearOnly = false): MessageKey[] => [
  ...new Set(
    claims.map((claim) =>
      isYearOnly && claim === 'birthdate' ? 'claim.birthYear' : (claimNames.get(claim) ?? 'claim.other'),
    ),
  ),
]
