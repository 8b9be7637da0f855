// The span of a request: named by its route's pattern, never by its address, which may have secrets.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { currentCall } from '../call.ts'
import { within, type Traces } from '../tracing/spans.ts'
import { PROBES } from './probes.ts'

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

/** Runs the work of a request in a span that ends with its answer. Probes have none. */
export function inRequestSpan<T>(
  traces: Traces,
  { method = '', headers }: IncomingMessage,
  res: ServerResponse,
  route: string,
  work: () => T,
): T {
  const named = METHODS.has(method) ? method : 'other'
  const attributes = { 'http.request.method': named, 'http.route': route, 'daemun.request_id': currentCall()?.id }
  const isProbe = (PROBES as readonly string[]).includes(route)
  const span = isProbe ? null : traces.begin('server', `${named} ${route}`, attributes, headers.traceparent?.toString())
  if (span)
    res.once('close', () => {
      const { statusCode } = res
      span.end(statusCode >= 500 ? String(statusCode) : undefined, { 'http.response.status_code': statusCode })
    })
  return within(span, work)
}
