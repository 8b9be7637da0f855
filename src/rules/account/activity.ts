// Screens, "Account": a line of the activity in words.
import { ACTIVITIES, type Activity, type ActivityRow, type ProofMethod } from '../../../contract/shapes/account.ts'
import type { MessageKey } from '../texts/messages.ts'

export const activityNames: Record<Activity, MessageKey> = {
  SIGN_IN: 'account.didSignIn',
  SIGN_OUT: 'account.didSignOut',
  SESSION_ENDED: 'account.didEndSession',
  PASSWORD_CHANGED: 'account.didChangePassword',
  PASSWORD_RESET: 'account.didResetPassword',
  PHONE_CHANGED: 'account.didChangePhone',
  EMAIL_CHANGED: 'account.didChangeEmail',
  CHANGE_UNDONE: 'account.didUndo',
  NICKNAME_CHANGED: 'account.didChangeNickname',
  SECOND_FACTOR_CHANGED: 'account.didChangeFactor',
  PASSKEY_CREATED: 'account.didCreatePasskey',
  PASSKEY_REMOVED: 'account.didRemovePasskey',
  CONSENT_GIVEN: 'account.didConsent',
  CONSENT_WITHDRAWN: 'account.didWithdraw',
  MARKETING_CHANGED: 'account.didChangeNews',
  PROFILE_CHANGED: 'account.didChangeProfile',
  LETTER_SENT: 'account.didSendLetter',
  EXPORTED: 'account.didExport',
  LEAVING: 'account.didLeave',
  LEAVING_CANCELLED: 'account.didStay',
  REPORTED: 'account.didReport',
  SUPPORT: 'account.didSupport',
  JOINED: 'account.didJoin',
}

/** Results of a sign-in that did not succeed. */
const failedSignIns: Partial<Record<string, MessageKey>> = {
  REFUSED: 'account.refusedSignIn',
  WRONG_PASSWORD: 'account.wrongPassword',
}

export const methodWords: Record<ProofMethod, MessageKey> = {
  PASSKEY: 'account.byPasskey',
  PWD: 'account.byPassword',
  SMS: 'account.bySms',
  EMAIL: 'account.byEmail',
}

const isKnown = (event: string): event is Activity => ACTIVITIES.some((known) => known === event)

/** The sentence for a sign-in, by what is known of it. */
const signIns: Record<'both' | 'service' | 'method' | 'neither', MessageKey> = {
  both: 'account.signedInAtBy',
  service: 'account.signedInAt',
  method: 'account.signedInBy',
  neither: 'account.didSignIn',
}

export type ActivityWords = {
  text: MessageKey
  /** The service to fill in; null where the sentence has no place for it. */
  service: string | null
  methods: readonly MessageKey[]
  /** Something that should make the member look twice. */
  isWarning: boolean
}

/** What a line says. An event that the app does not know is "something else", so that no line is hidden. */
export function activityWords({ event, service, result, method = [] }: ActivityRow): ActivityWords {
  const methods = method.map((one) => methodWords[one])
  const failed = event === 'SIGN_IN' ? failedSignIns[result] : undefined
  if (failed) return { text: failed, service: null, methods: [], isWarning: true }
  if (event === 'SIGN_IN') {
    const known =
      service && methods.length > 0 ? 'both' : service ? 'service' : methods.length > 0 ? 'method' : 'neither'
    return { text: signIns[known], service: service ?? null, methods, isWarning: false }
  }
  return {
    text: isKnown(event) ? activityNames[event] : 'account.didOther',
    service: null,
    methods: [],
    isWarning: false,
  }
}

/** Fifty rows are a page: a shorter one is the last. */
export const PAGE_ROWS = 50

/** The rows so far with those of the next page. A row that stands in both is one. */
export function withNextPage(rows: readonly ActivityRow[], next: readonly ActivityRow[]): ActivityRow[] {
  const known = new Set(rows.map(({ id }) => id))
  return [...rows, ...next.filter(({ id }) => !known.has(id))]
}

/** Whether "this was not me" makes sense: something was done. */
export const isReportable = ({ result, event }: ActivityRow): boolean => result === 'DONE' && event !== 'REPORTED'
