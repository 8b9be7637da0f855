// Contract, member-portal API.
import * as rows from '../../contract/calls/portal.ts'
import { call } from './http.ts'

/** How the approval of the member behind the pending step stands. Quiet: the page that asks tells of a failure itself. */
export const joinState = (signal?: AbortSignal) => call(rows.joinState, { signal, quiet: true })

/** A failure is shown at the field, with a retry. */
export const interests = (signal?: AbortSignal) => call(rows.interests, { signal, quiet: true })
