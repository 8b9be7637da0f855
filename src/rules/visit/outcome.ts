// Spec §1–8, what happens next, as data. Steps run in order. A redirect ends the list, and so does a modal that is not answered with "ok".
// A notice is a dialog with one way on: the list continues however it is closed.
import type { JoinResult, SignUpInfo } from '../../../contract/shapes/join.ts'
import type { PendingStep } from '../../../contract/shapes/pending.ts'
import type { ServiceInfo, Welcome } from '../../../contract/shapes/welcome.ts'
import type { MemberKind } from '../join/member.ts'
import type { FormError, MessageKey, Values } from '../texts/messages.ts'
import type { NoticeText } from '../texts/noticeTitles.ts'
import { type Path, paths } from './paths.ts'

export type ModalName = 'maxFailure' | 'restrictChild'
type ErrorCode = '403' | '404' | '500' | '503'
/** The reasons for the error page where the code alone does not give it. Each has a text of its own. */
export const ERROR_REASONS = [
  'expired',
  'ended',
  'unanswered',
  'unreachable',
  'unavailable',
  'stale',
  'untrusted',
  'cookies',
  'tooMany',
] as const
export type ErrorReason = (typeof ERROR_REASONS)[number]

/** What the login page stores while a second step is pending (Spec §3, login data). */
export type LoginPatch = {
  auth_required?: boolean
  auth_token?: string
  auth_state?: string
  matcher_type?: string
  phone_number?: string
  step_login_id?: string
  step?: PendingStep
}

/** A field of the privacy page by its name in Spec §3, and the text that it shows. */
export type RefusedField = { field: string; text: MessageKey }

/** What the sign-up store takes from an answer (Spec §3, join data). */
type JoinPatch = {
  join_status?: JoinResult['join_status']
  /** Where the finished join leads. */
  location?: string
  password?: ''
  pendingPassword?: ''
  emailVerified?: boolean
  mobileVerified?: boolean
  auth_code?: ''
  auth_token?: ''
  login_id?: string
  kind?: MemberKind
  member_kind?: string
  memberTypeCode?: SignUpInfo['member_type_code']
  fullName?: string
  empNo?: string
  matcher_type?: string
  fixed?: string[]
  /** The field that the server refused. The privacy page shows its error once. */
  refused?: RefusedField | null
}

export type Step =
  | { do: 'redirect'; url: string; signedIn?: true }
  | { do: 'go'; to: Path; query?: Record<string, string>; replace?: true }
  | { do: 'back' }
  | { do: 'welcome'; welcome: Welcome }
  | { do: 'service'; service: ServiceInfo }
  | { do: 'beginStep'; login: LoginPatch }
  | { do: 'keepJoin'; join: JoinPatch }
  | { do: 'loadUserInfo' }
  | { do: 'expire' }
  | { do: 'dropStep' }
  | { do: 'toast'; text: MessageKey; values?: Values }
  /** `button`: its words, where the steps that follow do not say enough (noticeButton.ts). */
  | { do: 'notice'; text: NoticeText; values?: Values; ways?: readonly Way[]; button?: MessageKey }
  | { do: 'keepLoginId'; login_id: string }
  | { do: 'modal'; name: ModalName; values?: Values }
  | ({ do: 'formError' } & FormError)
  | { do: 'fieldError'; field: string; text: MessageKey; values?: Values }
  | { do: 'wait'; seconds: number }
  | { do: 'clear'; field: string }
  | { do: 'focus'; field: string }
  | { do: 'report'; message: string }
export type Outcome = readonly Step[]
/** Another way on from a notice: the words of its button, and what happens instead of the steps after the notice. `second`: few take it. */
export type Way = { text: MessageKey; outcome: Outcome; second?: true }
/** Steps that need neither router nor form, so that they run before any page exists. */
export type PlainStep = Extract<Step, { do: 'toast' | 'dropStep' | 'report' }>

export const redirect = (url: string): Step => ({ do: 'redirect', url })
/** Whether the member leaves the app at once, without a word on its screen. */
export const leaves = (outcome: Outcome): boolean =>
  outcome.some((step) => step.do === 'redirect') && !outcome.some((step) => step.do === 'notice' || step.do === 'modal')
/** The location that ends a sign-in. Following it finishes this visit. */
export const signIn = (url: string): Step => ({ do: 'redirect', url, signedIn: true })
export const go = (to: Path, query?: Record<string, string>): Step =>
  query ? { do: 'go', to, query } : { do: 'go', to }
/** Like `go`, but replaces the current page, so that Back does not return to a finished step. */
export const goInstead = (to: Path, query?: Record<string, string>): Step => ({
  do: 'go',
  to,
  ...(query && { query }),
  replace: true,
})
export const goError = (code: ErrorCode, reason?: ErrorReason): Step =>
  go(paths.error, reason ? { code, reason } : { code })
/** The error page that counts down these seconds, and then offers to try again (429). */
export const goTooMany = (seconds: number): Step =>
  go(paths.error, { code: '503', reason: 'tooMany', wait: String(seconds) })
export const back: Step = { do: 'back' }
export const saveWelcome = (welcome: Welcome): Step => ({ do: 'welcome', welcome })
export const saveService = (service: ServiceInfo): Step => ({ do: 'service', service })
export const beginStep = (login: LoginPatch): Step => ({ do: 'beginStep', login })
export const keepJoin = (join: JoinPatch): Step => ({ do: 'keepJoin', join })
export const loadUserInfo: Step = { do: 'loadUserInfo' }
/** The visit is over. Its typed ID appears in the form of the next visit in this tab. */
export const expire: Step = { do: 'expire' }
export const overdue: Outcome = [expire, goError('403', 'expired')]
/** The server says that the visit is over, or another tab has signed in with it. */
export const ended: Outcome = [expire, goError('403', 'ended')]
/** The server no longer knows this member, so the sign-in state of this visit is void. */
export const dropStep: PlainStep = { do: 'dropStep' }
export const toast = (text: MessageKey, values?: Values): PlainStep => ({
  do: 'toast',
  text,
  ...(values && { values }),
})
export const notice = (text: NoticeText, values?: Values, ways?: readonly Way[]): Step => ({
  do: 'notice',
  text,
  ...(values && { values }),
  ...(ways && { ways }),
})
export const modal = (name: ModalName, values?: Values): Step => ({ do: 'modal', name, ...(values && { values }) })
export const formError = (text: MessageKey, values?: Values): Step => ({
  do: 'formError',
  text,
  ...(values && { values }),
})
/** A failure that the same press may not meet again. */
export const tryAgain = (text: MessageKey, reference?: string): Step => ({
  do: 'formError',
  text,
  again: true,
  ...(reference && { reference }),
})
export const fieldError = (field: string, text: MessageKey, values?: Values): Step => ({
  do: 'fieldError',
  field,
  text,
  ...(values && { values }),
})
/** The forms of the sign-in and of a reset begin with this ID. */
export const keepLoginId = (login_id: string): Step => ({ do: 'keepLoginId', login_id })
/** The form sends nothing for these seconds (429). */
export const wait = (seconds: number): Step => ({ do: 'wait', seconds })
export const clear = (field: string): Step => ({ do: 'clear', field })
export const focus = (field: string): Step => ({ do: 'focus', field })
export const report = (message: string): PlainStep => ({ do: 'report', message })
