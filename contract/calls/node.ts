// Contract, "Node API".
import * as z from 'zod/mini'
import { ClientError, Health } from '../shapes/node.ts'
import { row } from '../row.ts'

export const reportClientError = row('node', 'POST', '/v1/client-errors', 'none', {
  answer: z.unknown(),
  summary: 'Takes the report of an error in a browser',
  body: ClientError,
  status: 202,
  once: true,
  refusals: [],
})

export const health = row('node', 'GET', '/v1/health', 'none', {
  answer: Health,
  summary: 'Whether the service is up',
  refusals: ['unavailable'],
})
