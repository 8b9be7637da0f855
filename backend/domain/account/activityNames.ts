// Contract, "Account": which security events the member sees, and as what. The words are the app's.
import { ACTIVITY_OF, type ShownEvent } from '../../../contract/activityEvents.ts'

const ROWS: Readonly<Record<string, ShownEvent>> = ACTIVITY_OF

/** Null: the member does not see this event. */
export const activityOf = (event: string): ShownEvent | null => ROWS[event] ?? null

/** Whether the event is stored with the names of the browser and the place of the call. */
export const hasDevice = (event: string): boolean => {
  const shown = activityOf(event)
  return shown !== null && shown.elsewhere !== true
}

/** The events of these lines. @param as all lines if omitted */
export const eventsOf = (as?: string): string[] =>
  Object.entries(ROWS).flatMap(([event, shown]) => (as === undefined || shown.as === as ? [event] : []))
