// Contract, node API: reports client errors, and asks whether the service is available.
import * as z from 'zod/mini'
import type { Answer } from '../wire/answer.ts'
import { type ClientError, Health } from '../wire/node.ts'
import { call } from './http.ts'

/** Never repeated, and its failure is ignored, because a report must not cause another one. */
export const reportClientError = (body: ClientError): Promise<Answer<unknown>> =>
  call('node', { method: 'POST', path: '/v1/client-errors', body, shape: z.unknown(), quiet: true, offer: null })

export const health = (signal: AbortSignal): Promise<Answer<z.infer<typeof Health>>> =>
  call('node', { method: 'GET', path: '/v1/health', shape: Health, quiet: true, signal, offer: null })
