// Screens, "Account": a line of the activity in words.
import { ACTIVITIES, type Activity, type ActivityRow } from '../../../contract/shapes/account.ts'
import { SIGN_IN_METHODS } from '../../../contract/signInMethods.ts'
import { ACTIVITY_TEXTS, FAILED_SIGN_INS } from '../../../contract/activityTexts.ts'
import type { MessageKey } from '../texts/messages.ts'

export const activityNames: Record<Activity, MessageKey> = ACTIVITY_TEXTS

const failedSignIns: Partial<Record<string, MessageKey>> = FAILED_SIGN_INS

const isKnown = (event: string): event is Activity => ACTIVITIES.some((known) => known === event)

/** The sentence for a sign-in, by what is known of it. */
const signIns: Record<'both' | 'service' | 'method' | 'neither', MessageKey> = {
  both: 'account.signedInAtBy',
  service: 'account.signedInAt',
  method: 'account.signedInBy',
  neither: 'account.didSignIn',
}

type ActivityWords = {
  text: MessageKey
  /** The service to fill in; null where the sentence has no place for it. */
  service: string | null
  methods: readonly MessageKey[]
  /** Something that should make the member look twice. */
  isWarning: boolean
}

/** What a line says. An event that the app does not know is "something else", so that no line is hidden. */
export function activityWords({ event, service, result, method = [] }: ActivityRow): ActivityWords {
  const methods = method.map((one): MessageKey => SIGN_IN_METHODS[one].word)
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
