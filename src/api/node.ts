// Contract, node API: what went wrong here, and whether the service is back.
import * as z from 'zod/mini'
import type { Answer } from '../wire/answer'
import { type ClientError, Health } from '../wire/node'
import { call } from './http'

/** Never retried, and a failure of it is silent: a report must not cause the next one. */
export const reportClientError = (body: ClientError): Promise<Answer<unknown>> =>
  call('node', { method: 'POST', path: '/v1/client-errors', body, shape: z.unknown(), quiet: true })

export const health = (signal: AbortSignal): Promise<Answer<z.infer<typeof Health>>> =>
  call('node', { method: 'GET', path: '/v1/health', shape: Health, quiet: true, signal })
