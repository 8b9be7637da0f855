// What the page waits for, and what a member who has waited long can do about it: calls (state/repeatable.ts) and the code of the login
// form (pages/login/importSubmit.ts). Apart from repeatable.ts, because it is in the first load.
import { pageState } from './pageState.ts'

/**
 * What a member who has waited long can do. `again`: ask for the same once more. `codeSent`: go on as if the code was sent, because
 * asking again could send a second one.
 */
export type Offer = 'again' | 'codeSent'

/** `running`: what takes the offer of each wait. `since`: the time of the last press, as `performance.now()`. */
export const waits = pageState(() => ({ running: new Map<() => void, Offer>(), since: 0 }))
