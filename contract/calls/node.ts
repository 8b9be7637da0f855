// Contract, "Node API".
import * as z from 'zod/mini'
import { ClientError, Health } from '../shapes/node.ts'
import type { Row } from '../row.ts'

export const reportClientError = {
  backend: 'node',
  method: 'POST',
  path: '/v1/client-errors',
  visit: 'none',
  answer: z.unknown(),
  summary: 'Takes the report of an error in a browser',
  body: ClientError,
  status: 202,
  once: true,
  refusals: [],
} as const satisfies Row

export const health = {
  backend: 'node',
  method: 'GET',
  path: '/v1/health',
  visit: 'none',
  answer: Health,
  summary: 'Whether the service is up',
  refusals: ['unavailable'],
} as const satisfies Row
