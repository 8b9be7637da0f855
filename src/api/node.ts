// Contract, node API: reports client errors, and asks whether the service is available.
import * as rows from '../../contract/calls/node.ts'
import type { ClientError } from '../../contract/shapes/node.ts'
import { call } from './http.ts'

/** Never repeated, and its failure is ignored, because a report must not cause another one. */
export const reportClientError = (body: ClientError) => call(rows.reportClientError, { body, quiet: true, offer: null })

export const health = (signal: AbortSignal) => call(rows.health, { quiet: true, signal, offer: null })
