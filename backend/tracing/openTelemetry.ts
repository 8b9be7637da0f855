// Sends spans by OTLP/HTTP to a collector. Loaded only if OTEL_EXPORTER_OTLP_ENDPOINT is set, since the packages take a tenth of a second.
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Tracer,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, SamplingDecision, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace'
import { RELEASE } from '../../server/release.ts'
import type { Log } from '../log.ts'
import type { Span, SpanKind as Kind, Traces } from './spans.ts'

const KINDS: Record<Kind, SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
}

/** Of one call to the collector, in milliseconds. A shutdown waits for it. */
const EXPORT_MS = 5000

const TRACEPARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}$/

function contextOf(traceparent = ''): Context {
  const [, traceId, spanId] = TRACEPARENT.exec(traceparent) ?? []
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true })
}

/** NOTE: by chance, and not by the trace ID or the caller's flag: a caller must not choose what is kept. */
const sampler = (percent: number) => ({
  shouldSample: (parent: Context) => {
    const before = trace.getSpanContext(parent)
    const isKept =
      before && before.isRemote !== true ? (before.traceFlags & TraceFlags.SAMPLED) > 0 : Math.random() * 100 < percent
    return { decision: isKept ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD }
  },
  toString: () => `${percent} %`,
})

/** One line when the collector does not answer, and the next one only after it has answered again. */
function sayingOnce(exporter: SpanExporter, log: Log): SpanExporter {
  let isAway = false
  return {
    export(spans, done) {
      exporter.export(spans, ({ error }) => {
        if (error && !isAway) log('traces.failed', { reason: 'code' in error ? String(error.code) : error.name })
        isAway = error !== undefined
        // The SDK would say it as well.
        done({ code: 0 })
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}

function spanIn(
  tracer: Tracer,
  kind: Kind,
  name: string,
  attributes: Parameters<Span['child']>[2],
  parent: Context,
): Span | null {
  const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent)
  if (!span.isRecording()) return null
  const here = trace.setSpan(parent, span)
  return {
    trace_id: span.spanContext().traceId,
    // A child of a sampled span is sampled as well.
    child: (...given) => spanIn(tracer, ...given, here) as Span,
    end(failure, more) {
      if (more) span.setAttributes(more)
      if (failure !== undefined) span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

/**
 * @param endpoint the base of the collector, such as http://collector:4318
 * @param percent of the requests and jobs that are kept
 */
export function openTraces({ endpoint, percent }: { endpoint: string; percent: number }, log: Log): Traces {
  const url = `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`
  const exporter = sayingOnce(new OTLPTraceExporter({ url, timeoutMillis: EXPORT_MS }), log)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'daemun-backend', 'service.version': RELEASE }),
    sampler: sampler(percent),
    // Longer than the call: the exporter ends it and says why. The processor would end the shutdown with an error.
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: 2 * EXPORT_MS })],
  })
  const tracer = provider.getTracer('daemun')
  return {
    begin: (kind, name, attributes, traceparent) => spanIn(tracer, kind, name, attributes, contextOf(traceparent)),
    // Lost spans are no reason for a failed shutdown.
    close: () => provider.shutdown().catch(({ name }: Error) => log('traces.failed', { reason: name })),
  }
}
